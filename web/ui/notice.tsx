import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { ToneMark, type MessageTone } from './tone-mark.tsx'

interface NoticeProps {
  readonly tone?: MessageTone
  readonly title?: ReactNode
  readonly children?: ReactNode
  /** What can be done now, such as a button. */
  readonly action?: ReactNode
  /** Read out at once when it appears; for messages that answer something the visitor did. */
  readonly live?: boolean
  readonly className?: string
}

const edges: Record<MessageTone, string> = {
  info: 'border-line-strong bg-surface',
  success: 'border-crystal bg-crystal-deep',
  warning: 'border-amber bg-amber-deep',
  error: 'border-loss bg-loss-deep',
}

/** A message in the flow of the page. */
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
