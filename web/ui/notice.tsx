import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface NoticeProps {
  readonly tone?: MessageTone
  readonly title?: ReactNode
  readonly children?: ReactNode
  readonly action?: ReactNode
  /** Announced at once when it appears; for messages that respond to the visitor. */
  readonly live?: boolean
  readonly className?: string | undefined
}

const edges: Record<MessageTone, string> = {
  info: 'border-line-strong bg-surface',
  success: 'border-crystal bg-crystal-deep',
  warning: 'border-amber bg-amber-deep',
  error: 'border-loss bg-loss-deep',
}

export function Notice(props: NoticeProps) {
  const { tone = 'info', title, children, action, live = false, className } = props
  return (
    <div
      role={live ? (tone === 'error' ? 'alert' : 'status') : undefined}
      className={classNames('flex gap-3.5 border-l-4 p-4', edges[tone], className)}
    >
      <ToneMark tone={tone} />
      <div className="min-w-0 flex-1">
        {title && <p className="font-display font-semibold">{title}</p>}
        {children && <div className={title ? 'mt-1 text-muted' : undefined}>{children}</div>}
        {action && <div className="mt-3">{action}</div>}
      </div>
    </div>
  )
}

export type MessageTone = 'info' | 'success' | 'warning' | 'error'

const marks: Record<MessageTone, { readonly path: string; readonly color: string }> = {
  info: { path: 'M12 2 21 7v10l-9 5-9-5V7zM12 11v6M12 7v1.5', color: 'text-muted' },
  success: { path: 'M12 2 21 7v10l-9 5-9-5V7zM8 12l3 3 5-6', color: 'text-crystal' },
  warning: { path: 'M12 3 22.5 21h-21zM12 10v5M12 17v1.5', color: 'text-amber' },
  error: { path: 'M8 2h8l6 6v8l-6 6H8l-6-6V8zM9 9l6 6M15 9l-6 6', color: 'text-loss' },
}

export function ToneMark({ tone }: { readonly tone: MessageTone }) {
  const { path, color } = marks[tone]
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={`mt-0.5 size-6 shrink-0 ${color}`}>
      <path d={path} fill="none" stroke="currentColor" strokeWidth="1.75" />
    </svg>
  )
}
