import type { ReactNode } from 'react'
import { ItemGround } from './item.tsx'

interface PanelProps {
  readonly caption: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

/** One of several drawings side by side. Its caption is text, so that it stays sharp and can wrap. */
export function Panel({ caption, className, children }: PanelProps) {
  return (
    <span className={`flex min-w-0 flex-col gap-2 ${className ?? ''}`}>
      <ItemGround>{children}</ItemGround>
      <span className="text-center text-sm leading-snug text-ink">{caption}</span>
    </span>
  )
}
