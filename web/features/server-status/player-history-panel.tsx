import { queryOptions } from '@tanstack/react-query'
import { useId } from 'react'
import type { PlayerHistory, PlayerSample } from '#contract/server-status.ts'
import { playerHistoryAddress } from '#contract/page-renderer.ts'
import { call } from '#web/app/api-client.ts'
import { Disclosure } from '#web/app/disclosure.tsx'
import { LoadFailure } from '#web/app/load-failure.tsx'
import { useServerData } from '#web/app/query-client.ts'
import { useNow } from '#web/app/subscriptions.ts'
import { formatClock } from '#web/i18n/format-time.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { BarChart, ChartTable, type ChartSeries } from '#web/ui/bar-chart.tsx'
import { Panel } from '#web/ui/layout.tsx'
import { Skeleton } from '#web/ui/loading.tsx'

export const historyQuery = {
  ...queryOptions({
    queryKey: ['player-history'],
    queryFn: () =>
      call(import('#contract/server-status.ts').then(({ readPlayerHistory }) => readPlayerHistory)),
    refetchInterval: 5 * 60_000,
  }),
  address: playerHistoryAddress,
}

export function PlayerHistoryPanel() {
  return (
    <Panel title={m.servers_day_title()}>
      <div className="grid min-h-96 grid-cols-[minmax(0,1fr)] content-center">
        <History />
      </div>
    </Panel>
  )
}

function History() {
  const { state, isFetching, refetch } = useServerData(historyQuery)
  const now = useNow()
  if (state.status === 'failed') {
    return (
      <LoadFailure
        title={m.servers_day_failed_title()}
        text={m.servers_day_failed_text()}
        offlineText={m.servers_day_failed_offline()}
        isFetching={isFetching}
        onRetry={refetch}
      />
    )
  }
  if (state.status === 'waiting' || now === null) {
    return (
      <>
        <p className="sr-only">{m.servers_day_loading()}</p>
        <Skeleton className="h-96" />
      </>
    )
  }
  if (!hasEnoughSamples(state.value)) return <NotEnoughSamples />
  return <DayOfPlayers history={state.value} nowMs={now} />
}

function NotEnoughSamples() {
  return (
    <div className="grid justify-items-center gap-4 text-center">
      <svg
        viewBox="0 0 320 120"
        aria-hidden="true"
        fill="none"
        className="w-full max-w-96 stroke-line-strong"
      >
        <path className="stroke-line" d="M0 30h320M0 60h320M0 90h320" />
        <path d="M0 119h320M1 0v119" />
        <path
          strokeDasharray="4 6"
          d="M8 96h24V84h30v-20h26V44h34v-12h38v18h30v24h34v-14h40v28h48"
        />
        <path className="fill-crystal stroke-none" d="m312 82 6 6-6 6-6-6z" />
      </svg>
      <p className="font-display text-lg font-semibold">{m.servers_day_empty_title()}</p>
      <p className="max-w-md text-muted">{m.servers_day_empty_text()}</p>
    </div>
  )
}

interface DayProps {
  readonly history: PlayerHistory
  readonly nowMs: number
}

const series: readonly ChartSeries<Stretch>[] = [
  {
    id: 'players',
    color: 'var(--color-crystal)',
    hatch: 'solid',
    valueOf: ({ players }) => players ?? 0,
  },
]

function readingOf({ startMs, players }: Stretch): string {
  const time = formatClock(startMs)
  return players === null
    ? m.servers_day_gap({ time })
    : m.servers_day_reading({ time, players: formatNumber(players) })
}

function DayOfPlayers({ history, nowMs }: DayProps) {
  const caption = useId()
  const summary = summarize(history)
  return (
    <figure aria-labelledby={caption}>
      <BarChart
        id="players"
        label={m.servers_day_reader()}
        bins={stretchesOf(history, nowMs)}
        series={series}
        smallestStep={1}
        reach={history.maxPlayers}
        formatTick={formatNumber}
        describe={readingOf}
        placeOf={({ startMs }) => startMs}
        dates={[
          formatClock(nowMs - shownMs),
          formatClock(nowMs - shownMs / 2),
          m.servers_day_now(),
        ]}
      >
        {(stretch) => (
          <p aria-hidden="true" className="mt-3 font-display text-lg font-semibold tabular-nums">
            {readingOf(stretch)}
          </p>
        )}
      </BarChart>
      <figcaption id={caption} className="mt-4 text-muted">
        {summary &&
          m.servers_day_summary({
            peak: formatNumber(summary.peak.players),
            time: formatClock(summary.peak.at),
            average: formatNumber(summary.average),
          })}
      </figcaption>
      <Disclosure title={m.servers_day_table()}>
        <HoursTable history={history} nowMs={nowMs} />
      </Disclosure>
    </figure>
  )
}

function HoursTable({ history, nowMs }: DayProps) {
  return (
    <ChartTable
      label={m.servers_day_table()}
      columns={[m.servers_day_hour(), m.servers_day_most()]}
      rows={hourRows(history, nowMs).map(({ startMs, most }) => [
        formatClock(startMs),
        most === null ? m.servers_day_not_measured() : formatNumber(most),
      ])}
    />
  )
}

const hourMs = 3_600_000

/** How long a day is shown, up to now. */
export const shownMs = 24 * hourMs

/** Fewer samples do not make a line. */
const minSamples = 3

export function hasEnoughSamples({ samples }: PlayerHistory): boolean {
  return samples.length >= minSamples
}

/** A stretch of the day; null players in a gap. */
interface Stretch {
  /** In milliseconds since 1970. */
  readonly startMs: number
  readonly players: number | null
}

export function stretchesOf(history: PlayerHistory, nowMs: number): readonly Stretch[] {
  const stretchMs = history.stretchSeconds * 1000
  const firstMs = Math.ceil((nowMs - shownMs) / stretchMs) * stretchMs
  return Array.from({ length: Math.floor((nowMs - firstMs) / stretchMs) + 1 }, (_, index) => {
    const startMs = firstMs + index * stretchMs
    return { startMs, players: sampleAt(history, startMs)?.players ?? null }
  })
}

/**
 * The sample at a time; null in a gap. The newest sample stays valid for one more stretch, because
 * the next one may be measured but not loaded yet.
 */
function sampleAt({ samples, stretchSeconds }: PlayerHistory, timeMs: number): PlayerSample | null {
  const found = samples.findLast(({ at }) => Date.parse(at) <= timeMs)
  if (!found) return null
  const stretches = found === samples.at(-1) ? 2 : 1
  return timeMs - Date.parse(found.at) < stretches * stretchSeconds * 1000 ? found : null
}

/** The most players, and the average over the measured time; null without samples. */
export function summarize({ samples }: PlayerHistory) {
  const [first] = samples
  if (!first) return null
  const peak = samples.reduce((most, sample) => (sample.players > most.players ? sample : most))
  const sum = samples.reduce((total, { players }) => total + players, 0)
  return { peak, average: Math.round(sum / samples.length) }
}

/**
 * The most players of each hour of the clock, newest first, null without samples; the newest hour is
 * incomplete.
 */
export function hourRows({ samples }: PlayerHistory, nowMs: number) {
  const newestMs = Math.floor(nowMs / hourMs) * hourMs
  return Array.from({ length: 24 }, (_, index) => {
    const startMs = newestMs - index * hourMs
    const measured = samples
      .filter(({ at }) => Date.parse(at) >= startMs && Date.parse(at) < startMs + hourMs)
      .map(({ players }) => players)
    return { startMs, most: measured.length === 0 ? null : Math.max(...measured) }
  })
}
