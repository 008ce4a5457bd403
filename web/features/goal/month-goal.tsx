import { useEffect, useId, useRef } from 'react'
import type { ReachedGoal } from '#contract/site.ts'
import { site } from '#web/app/site.ts'
import { formatCents } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { getLocale } from '#web/i18n/runtime.ts'
import { classNames } from '#web/ui/class-names.ts'
import type { Elements } from '#web/ui/elements.ts'

interface MonthGoalProps {
  readonly className?: string
  /** Follows the bar. */
  readonly children?: Elements
}

/** What this month's donations are for, and how much has come in; nothing while there is no goal. */
export function MonthGoal(props: MonthGoalProps) {
  const { goal } = site()
  return goal && <GoalPanel {...props} goal={goal} />
}

interface GoalPanelProps extends MonthGoalProps {
  readonly goal: ReachedGoal
}

export function GoalPanel({ goal, className, children }: GoalPanelProps) {
  const { title, amountCents, month, reachedCents } = goal
  const isReached = reachedCents >= amountCents
  const ownTitle = title[getLocale()]
  const titleId = useId()
  const place = useRef<HTMLElement>(null)
  const mark = `${month} ${amountCents}`

  useEffect(() => {
    if (!isReached) return undefined
    const leaving = new AbortController()
    const celebrate = async (): Promise<void> => {
      const { celebrateOnce } = await import('./celebration.ts')
      if (place.current) celebrateOnce(mark, place.current, leaving.signal)
    }
    celebrate().catch(() => undefined)
    return () => leaving.abort()
  }, [isReached, mark])

  return (
    <section
      ref={place}
      aria-labelledby={titleId}
      className={classNames('cut cut-size-20 relative p-5 sm:p-7', className)}
    >
      <p className="eyebrow mb-1">{m.goal_eyebrow()}</p>
      <h2
        id={titleId}
        lang={ownTitle === undefined ? 'fr' : undefined}
        className="text-xl wrap-anywhere"
      >
        {ownTitle ?? title.fr}
      </h2>
      <progress
        aria-labelledby={titleId}
        max={amountCents}
        value={Math.min(reachedCents, amountCents)}
        className="mt-4 block h-4 w-full appearance-none border border-line-strong bg-ground [&::-moz-progress-bar]:bg-crystal [&::-webkit-progress-bar]:bg-ground [&::-webkit-progress-value]:bg-crystal"
      />
      <div className="mt-3 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="tabular-nums">
          {m.goal_amounts({
            reached: formatCents(reachedCents),
            amount: formatCents(amountCents),
          })}
        </p>
        {isReached && <p className="font-display font-semibold text-crystal">{m.goal_reached()}</p>}
      </div>
      {children}
    </section>
  )
}
