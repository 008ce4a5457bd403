import { Icon } from '#web/art/icon.tsx'
import { Link } from './links.tsx'

interface BackLinkProps {
  readonly href: string
  readonly children: string
}

export function BackLink({ href, children }: BackLinkProps) {
  return (
    <Link
      href={href}
      className="mb-4 -ml-1 inline-flex min-h-11 items-center gap-2 pr-3 text-muted hover:text-crystal"
    >
      <Icon name="back" className="size-5" />
      <span>{children}</span>
    </Link>
  )
}
