import type { ReactNode } from 'react'
import { ItemGround } from './item.tsx'

interface PanelProps {
  readonly caption: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

/** One of several things that are drawn side by side. Its caption is text, to be sharp and to wrap. */
export function Panel({ caption, className, children }: PanelProps) {
  return (
    <span className={`flex min-w-0 flex-col gap-2 ${className ?? ''}`}>
      <ItemGround>{children}</ItemGround>
      <span className="text-center text-sm leading-snug text-ink">{caption}</span>
    </span>
  )
}
