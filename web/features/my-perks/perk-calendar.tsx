import type { PerkView } from '#contract/perks.ts'
import { useNow } from '#web/app/subscriptions.ts'
import { formatDate } from '#web/i18n/format-time.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { formatLocale } from '#web/i18n/runtime.ts'

type Grants = PerkView['calendar']

/** The months to come with the time that is covered in them, and the grants that cover it. */
export function PerkCalendar({ grants }: { readonly grants: Grants }) {
  const now = useNow()
  if (now === null) return null
  return (
    <>
      {/* The list below says the same in words. */}
      <ul aria-hidden="true" className="grid grid-cols-6 gap-x-1 gap-y-3">
        {monthsFrom(now, grants).map((month) => (
          <li key={month.startMs}>
            <MonthBar parts={month.parts} />
            <span className="mt-1 block text-xs leading-tight text-muted">
              {monthName(month.startMs)}
            </span>
            {month.year !== null && <span className="block text-xs text-muted">{month.year}</span>}
          </li>
        ))}
      </ul>
      <ol className="mt-4 grid gap-2.5">
        {grants.map((grant, index) => (
          <li key={`${grant.startsAt} ${grant.source}`} className="flex gap-3">
            <svg viewBox="0 0 8 8" aria-hidden="true" className="mt-1.5 size-3.5 shrink-0">
              <path d="M2 0h6v6L6 8H0V2z" className={fills[toneOf(index)]} />
            </svg>
            <div className="min-w-0">
              <p>{periodText(grant)}</p>
              <p className="text-sm text-muted">{sourceLabels[grant.source]()}</p>
            </div>
          </li>
        ))}
      </ol>
    </>
  )
}

export function periodText({
  startsAt,
  endsAt,
}: Pick<Grants[number], 'startsAt' | 'endsAt'>): string {
  const from = formatDate(startsAt)
  return endsAt === null
    ? m.perks_from({ from })
    : m.perks_from_until({ from, until: formatDate(endsAt) })
}

export const sourceLabels: Readonly<Record<Grants[number]['source'], () => string>> = {
  order: m.perks_source_order,
  staff: m.perks_source_staff,
  compensation: m.perks_source_compensation,
  import: m.perks_source_import,
  transfer: m.perks_source_transfer,
}

/** Time that has passed, and two tones in turn for the grants. */
type Tone = 'past' | 'first' | 'second'

const fills: Readonly<Record<Tone, string>> = {
  past: 'fill-line-strong',
  first: 'fill-crystal',
  second: 'fill-crystal-bright',
}

function toneOf(index: number): Tone {
  return index % 2 === 0 ? 'first' : 'second'
}

function MonthBar({ parts }: { readonly parts: readonly MonthPart[] }) {
  return (
    <svg viewBox="0 0 100 10" preserveAspectRatio="none" className="block h-3.5 w-full bg-raised">
      {parts.map(({ from, to, tone }) => (
        <path
          key={`${from} ${tone}`}
          d={`M${from * 100} 0H${to * 100}V10H${from * 100}z`}
          className={fills[tone]}
        />
      ))}
    </svg>
  )
}

function monthName(startMs: number): string {
  return new Intl.DateTimeFormat(formatLocale(), { month: 'short' }).format(startMs)
}

interface MonthPart {
  /** Shares of the month, from 0 to 1. */
  readonly from: number
  readonly to: number
  readonly tone: Tone
}

interface Month {
  readonly startMs: number
  /** In the first month and in each January. */
  readonly year: number | null
  readonly parts: readonly MonthPart[]
}

const rowMonths = 6
const mostRows = 4

/**
 * The months from this one until all grants have ended, in the visitor's time zone: whole rows, and
 * no more than fit on a screen. What is permanent goes on to the end of two rows.
 */
export function monthsFrom(nowMs: number, grants: Grants): readonly Month[] {
  const spans = grants.map(({ startsAt, endsAt }) => ({
    fromMs: Date.parse(startsAt),
    toMs: endsAt === null ? Number.POSITIVE_INFINITY : Date.parse(endsAt),
  }))
  const now = new Date(nowMs)
  const startOf = (month: number) =>
    new Date(now.getFullYear(), now.getMonth() + month, 1).getTime()
  const all = Array.from({ length: rowMonths * mostRows }, (_, month) => month)
  const lastMs = Math.max(nowMs, ...spans.map(({ toMs }) => toMs).filter(Number.isFinite))
  const covered = all.filter((month) => startOf(month) < lastMs).length
  const isEndless = spans.some(({ toMs }) => toMs === Number.POSITIVE_INFINITY)
  const rows = Math.max(isEndless ? 2 : 1, Math.ceil(covered / rowMonths))
  return all.slice(0, rows * rowMonths).map((month) => {
    const [startMs, endMs] = [startOf(month), startOf(month + 1)]
    const share = (ms: number) => Math.min(1, Math.max(0, (ms - startMs) / (endMs - startMs)))
    const start = new Date(startMs)
    return {
      startMs,
      year: month === 0 || start.getMonth() === 0 ? start.getFullYear() : null,
      parts: spans
        .flatMap(({ fromMs, toMs }, index): MonthPart[] => [
          { from: share(fromMs), to: share(Math.min(toMs, nowMs)), tone: 'past' },
          { from: share(Math.max(fromMs, nowMs)), to: share(toMs), tone: toneOf(index) },
        ])
        .filter(({ from, to }) => from < to),
    }
  })
}
