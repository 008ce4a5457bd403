import type { ReactNode } from 'react'
import { Icon } from '#web/art/icon.tsx'

interface DisclosureProps {
  readonly title: ReactNode
  /** Opens it once it is true; otherwise only its reader does. */
  readonly isOpen?: boolean
  readonly children: ReactNode
}

export function Disclosure({ title, isOpen = false, children }: DisclosureProps) {
  return (
    <details open={isOpen} className="group mt-1">
      <summary className="flex min-h-11 list-none items-center gap-2 text-sm text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <Icon
          name="chevron-down"
          className="size-5 text-crystal transition-transform duration-150 group-open:rotate-180"
        />
        <span className="underline underline-offset-4">{title}</span>
      </summary>
      <div className="border-l-2 border-line py-2 pl-4 text-sm text-muted">{children}</div>
    </details>
  )
}
