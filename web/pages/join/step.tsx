import type { ReactNode } from 'react'
import { formatNumber } from '#web/i18n/format.ts'

interface StepProps {
  readonly number: number
  readonly title: string
  readonly text: string
  /** What can be done about it. */
  readonly children?: ReactNode
}

/** One step of the way, on a path that leads to the next. */
export function Step({ number, title, text, children }: StepProps) {
  return (
    <li className="cut cut-size-20 flex gap-4 p-5 sm:gap-6 sm:p-7">
      <span
        aria-hidden="true"
        className="grid size-11 shrink-0 place-items-center border border-crystal bg-crystal-deep font-display text-xl font-bold text-crystal"
      >
        {formatNumber(number)}
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="flex min-h-11 items-center pr-4 text-xl">{title}</h2>
        <p className="mt-1 max-w-prose text-muted">{text}</p>
        {children && <div className="mt-4">{children}</div>}
      </div>
    </li>
  )
}
