import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { ToneMark, type MessageTone } from './tone-mark.tsx'

interface ToastCardProps {
  readonly tone?: MessageTone
  readonly title: ReactNode
  readonly text?: ReactNode
  /** Where the message leads to. It closes on the way to a page of ours, which it would cover. */
  readonly actions?: readonly { readonly label: string; readonly href: string }[]
  readonly closeLabel: string
  readonly onClose: () => void
}

const edges: Record<MessageTone, string> = {
  info: 'cut-line-line-strong',
  success: 'cut-line-crystal',
  warning: 'cut-line-amber',
  error: 'cut-line-loss',
}

/** One short message. The list around it is the live region and decides how long it stays. */
export function ToastCard(props: ToastCardProps) {
  const { tone = 'info', title, text, actions, closeLabel, onClose } = props
  return (
    <div
      className={classNames(
        'cut cut-size-14 flex w-full max-w-sm animate-rise items-start gap-3 p-3 pl-4 cut-fill-raised',
        edges[tone],
      )}
    >
      <span className="pt-2">
        <ToneMark tone={tone} />
      </span>
      <div className="min-w-0 flex-1 py-2">
        <p className="font-display font-semibold">{title}</p>
        {text && <p className="mt-0.5 text-sm text-muted">{text}</p>}
        {actions?.map(({ label, href }) => (
          <a
            key={href}
            href={href}
            onClick={href.startsWith('/') ? onClose : undefined}
            className="mr-5 inline-flex min-h-11 items-center text-crystal underline underline-offset-4"
          >
            {label}
          </a>
        ))}
      </div>
      <button
        type="button"
        aria-label={closeLabel}
        onClick={onClose}
        className="grid size-11 shrink-0 place-items-center text-muted transition-colors hover:text-ink"
      >
        <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5">
          <path d="m5 5 14 14M19 5 5 19" fill="none" stroke="currentColor" strokeWidth="2" />
        </svg>
      </button>
    </div>
  )
}
