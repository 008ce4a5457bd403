import type { ReactNode } from 'react'
import type { DeliveryView } from '#contract/perks.ts'
import { usualSteps } from '#domain/deliveries.ts'
import { isToCome } from '#domain/perks.ts'
import { clanColorPerk } from '#domain/products.ts'
import { LineDrawing } from '#web/art/icon.tsx'
import { formatClock, formatDate, formatDateTime } from '#web/i18n/format-time.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { classNames } from '#web/ui/class-names.ts'
import { Spinner } from '#web/ui/loading.tsx'
import { ToneMark, type MessageTone } from '#web/ui/notice.tsx'
import type { Elements } from '#web/ui/elements.ts'

interface DeliveryStepsProps {
  readonly perk: string
  readonly delivery: DeliveryView
  /** When the perk begins; null when that is not known. */
  readonly startsAt: string | null
  /** When the perk ends; null when it is permanent. */
  readonly endsAt: string | null
}

/**
 * How far a delivery is: the steps until now with their times, what the player must do, if anything,
 * and the steps to come.
 */
export function DeliverySteps({ perk, delivery, startsAt, endsAt }: DeliveryStepsProps) {
  const beginsAt = delivery.state === 'verified' && isLater(startsAt) ? startsAt : null
  const { label, text, tone } =
    beginsAt === null ? currentStep(perk, delivery, endsAt) : readyStep(beginsAt)
  // The steps of what is suspended are those of its removal, of what begins later those of what runs.
  const steps = delivery.state === 'suspended' || beginsAt !== null ? [] : delivery.steps
  const isLastCurrent = steps.at(-1)?.state === delivery.state
  const past = isLastCurrent ? steps.slice(0, -1) : steps
  return (
    <ol aria-label={m.delivery_label()} aria-live="polite">
      {past.map(({ state, at }, index) => (
        <Step
          key={`${state} ${at}`}
          mark={<StepMark isDone />}
          label={labels[state]()}
          time={<StepTime at={at} before={steps[index - 1]?.at} />}
        />
      ))}
      <Step
        mark={
          tone === 'busy' ? <Spinner className="size-6 text-crystal" /> : <ToneMark tone={tone} />
        }
        label={label()}
        time={isLastCurrent && <StepTime at={steps[past.length]?.at} before={past.at(-1)?.at} />}
        isCurrent
      >
        {text()}
      </Step>
      {statesToCome(delivery).map((state) => (
        <Step
          key={state}
          mark={<StepMark isDone={false} />}
          label={labels[state]()}
          time={<span className="sr-only">{m.delivery_to_come()}</span>}
        />
      ))}
    </ol>
  )
}

type DeliveryState = DeliveryView['state']

const labels: Readonly<Record<DeliveryState, () => string>> = {
  queued: m.delivery_queued,
  sending: m.delivery_sending,
  applied: m.delivery_applied,
  verified: m.delivery_verified,
  waiting_first_join: m.delivery_waiting_first_join,
  waiting_restart: m.delivery_waiting_restart,
  needs_owner: m.delivery_with_staff,
  retrying: m.delivery_retrying,
  suspended: m.delivery_suspended,
  moved: m.delivery_moved,
}

interface CurrentStep {
  readonly label: () => string
  /** What it means for the player, and what they must do. */
  readonly text: () => string
  readonly tone: MessageTone | 'busy'
}

/** The reason of what no program delivers: the staff hands it over. */
const manualReason = 'by_hand'

function currentStep(
  perk: string,
  { state, reason, until }: DeliveryView,
  endsAt: string | null,
): CurrentStep {
  if (state === 'needs_owner' && reason !== manualReason) {
    return {
      label: m.delivery_delayed,
      text: () => withNextTry(m.delivery_delayed_text(), until),
      tone: 'warning',
    }
  }
  if (reason === 'not_in_guild') {
    return {
      label: m.delivery_waiting_discord,
      text: m.delivery_waiting_discord_text,
      tone: 'warning',
    }
  }
  const texts: Readonly<Record<DeliveryState, Omit<CurrentStep, 'label'>>> = {
    queued: { text: m.delivery_queued_text, tone: 'busy' },
    sending: { text: m.delivery_sending_text, tone: 'busy' },
    applied: { text: m.delivery_applied_text, tone: 'busy' },
    verified: { text: () => activeText(perk, endsAt), tone: 'success' },
    waiting_first_join: { text: m.delivery_waiting_first_join_text, tone: 'warning' },
    waiting_restart: { text: m.delivery_waiting_restart_text, tone: 'info' },
    needs_owner: { text: m.delivery_with_staff_text, tone: 'info' },
    retrying: { text: () => withNextTry(m.delivery_retrying_text(), until), tone: 'warning' },
    suspended: {
      text: reason === 'banned' ? m.delivery_banned_text : m.delivery_suspended_text,
      tone: 'warning',
    },
    moved: { text: m.delivery_moved_text, tone: 'info' },
  }
  return { label: labels[state], ...texts[state] }
}

function isLater(startsAt: string | null): boolean {
  return startsAt !== null && isToCome(startsAt, Date.now())
}

function readyStep(beginsAt: string): CurrentStep {
  return {
    label: m.delivery_ready,
    text: () => m.delivery_ready_text({ date: formatDate(beginsAt) }),
    tone: 'success',
  }
}

function activeText(perk: string, endsAt: string | null): string {
  const text =
    endsAt === null
      ? m.delivery_verified_permanent()
      : m.delivery_verified_until({ date: formatDate(endsAt) })
  // The mod only permits its holders to choose a colour.
  return perk === clanColorPerk ? `${text} ${m.delivery_verified_clan()}` : text
}

function withNextTry(text: string, until: string | undefined): string {
  return until === undefined ? text : `${text} ${m.delivery_next_try({ time: formatClock(until) })}`
}

function statesToCome({ state, steps, reason }: DeliveryView): readonly DeliveryState[] {
  if (state === 'suspended' || state === 'moved') return []
  if (reason === manualReason) return ['verified']
  const reached = new Set<DeliveryState>([...steps.map((step) => step.state), state])
  return usualSteps.slice(usualSteps.findLastIndex((usual) => reached.has(usual)) + 1)
}

interface StepProps {
  readonly mark: ReactNode
  readonly label: string
  readonly time: Elements
  readonly isCurrent?: boolean
  readonly children?: ReactNode
}

function Step({ mark, label, time, isCurrent = false, children }: StepProps) {
  return (
    <li
      aria-current={isCurrent ? 'step' : undefined}
      className={classNames(
        'relative flex gap-3.5 pb-3 last:pb-0',
        // The line to the next mark.
        'not-last:before:absolute not-last:before:top-7 not-last:before:bottom-0 not-last:before:left-3 not-last:before:w-px not-last:before:bg-line-strong',
      )}
    >
      <span className="w-6 shrink-0">{mark}</span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className={isCurrent ? 'font-display font-semibold' : 'text-muted'}>{label}</span>
          {time}
        </p>
        {children && <p className="mt-0.5 text-muted">{children}</p>}
      </div>
    </li>
  )
}

interface StepTimeProps {
  readonly at: string | undefined
  /** Of the step before; on the same day the time alone is enough. */
  readonly before: string | undefined
}

function StepTime({ at, before }: StepTimeProps) {
  if (at === undefined) return null
  const isSameDay = before !== undefined && formatDate(before) === formatDate(at)
  return (
    <time dateTime={at} className="text-sm text-muted">
      {isSameDay ? formatClock(at) : formatDateTime(at)}
    </time>
  )
}

/** A crystal, with a tick when the step is done. */
function StepMark({ isDone }: { readonly isDone: boolean }) {
  const crystal = 'M12 2.5 20 8v8l-8 5.5L4 16V8z'
  return (
    <LineDrawing
      path={isDone ? `${crystal}m-3.5 9.5 2.5 2.5 5-5` : crystal}
      className={classNames('mt-0.5 size-6', isDone ? 'text-crystal' : 'text-line-strong')}
    />
  )
}
