import { queryOptions } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { PlayerHistory } from '#contract/server-status.ts'
import { call } from '#web/app/api-client.ts'
import { Disclosure } from '#web/app/disclosure.tsx'
import { LoadFailure } from '#web/app/load-failure.tsx'
import { useServerData } from '#web/app/query-client.ts'
import { useNow } from '#web/app/subscriptions.ts'
import { formatClock } from '#web/i18n/format-time.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Panel } from '#web/ui/layout.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import {
  dayUntil,
  highestOf,
  hourRows,
  hasEnoughSamples,
  outlineOf,
  runsOf,
  sampleAt,
  summarize,
  type Day,
} from './player-history.ts'

const historyQuery = queryOptions({
  queryKey: ['player-history'],
  queryFn: () =>
    call(import('#contract/server-status.ts').then(({ readPlayerHistory }) => readPlayerHistory)),
  refetchInterval: 5 * 60_000,
})

/** The number of players in the last 24 hours. */
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
  return <DayOfPlayers history={state.value} day={dayUntil(now)} />
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
  readonly day: Day
}

/** The graph of a day, its summary, and a table of its numbers. */
function DayOfPlayers({ history, day }: DayProps) {
  const caption = useId()
  const summary = summarize(history)
  return (
    <figure aria-labelledby={caption}>
      <GraphSlider history={history} day={day} />
      <figcaption id={caption} className="mt-4 text-muted">
        {summary &&
          m.servers_day_summary({
            peak: formatNumber(summary.peak.players),
            time: formatClock(summary.peak.at),
            average: formatNumber(summary.average),
          })}
      </figcaption>
      <Disclosure title={m.servers_day_table()}>
        <HoursTable history={history} day={day} />
      </Disclosure>
    </figure>
  )
}

/** A slider over the graph makes it readable by mouse, touch, keyboard and screen reader. */
function GraphSlider({ history, day }: DayProps) {
  const [stepsBack, setStepsBack] = useState(0)
  const stepMs = history.stretchSeconds * 1000
  const steps = Math.floor((day.toMs - day.fromMs) / stepMs)
  const timeMs = day.toMs - Math.min(stepsBack, steps) * stepMs
  const text = readingAt(history, timeMs)
  return (
    <>
      <p aria-hidden="true" className="mb-3 font-display text-lg font-semibold tabular-nums">
        {text}
      </p>
      <div className="relative h-64 outline-offset-4 outline-crystal-bright has-[:focus-visible]:outline-2">
        <PlayerGraph history={history} day={day} markedMs={timeMs} />
        <input
          type="range"
          aria-label={m.servers_day_reader()}
          aria-valuetext={text}
          min={0}
          max={steps}
          value={steps - Math.min(stepsBack, steps)}
          onChange={({ target }) => setStepsBack(steps - target.valueAsNumber)}
          onPointerMove={({ currentTarget, clientX, pointerType }) => {
            if (pointerType !== 'mouse') return
            const { left, width } = currentTarget.getBoundingClientRect()
            const share = Math.min(1, Math.max(0, (clientX - left) / width))
            setStepsBack(steps - Math.round(share * steps))
          }}
          className="absolute inset-0 size-full cursor-crosshair touch-pan-y appearance-none opacity-0"
        />
      </div>
    </>
  )
}

function readingAt(history: PlayerHistory, timeMs: number): string {
  const time = formatClock(timeMs)
  const sample = sampleAt(history, timeMs)
  return sample
    ? m.servers_day_reading({ time, players: formatNumber(sample.players) })
    : m.servers_day_gap({ time })
}

interface PlayerGraphProps extends DayProps {
  /** The time that the slider points at. */
  readonly markedMs: number
}

const quarters = [0, 0.25, 0.5, 0.75, 1] as const

/** The line of the day. Decorative: the slider over it and the table have the values. */
function PlayerGraph({ history, day, markedMs }: PlayerGraphProps) {
  const highest = highestOf(history)
  const { stretchSeconds } = history
  const markedAt = percent((markedMs - day.fromMs) / (day.toMs - day.fromMs))
  return (
    <svg aria-hidden="true" className="size-full overflow-visible">
      {[0, 0.5, 1].map((share) => (
        <line
          key={share}
          x2="100%"
          y1={percent(plotTop + plotHeight * share)}
          y2={percent(plotTop + plotHeight * share)}
          className="stroke-line"
        />
      ))}
      <svg
        y={percent(plotTop)}
        height={percent(plotHeight)}
        width="100%"
        viewBox="0 0 1000 100"
        preserveAspectRatio="none"
        className="overflow-visible"
      >
        {runsOf(history).map((run) => {
          const outline = outlineOf(run, { day, stretchSeconds, highest })
          const [left] = /[\d.]+/.exec(outline) ?? ['0']
          return (
            <g key={run[0]?.at}>
              <path d={`${outline}V100H${left}z`} className="fill-crystal/15" />
              <path
                d={outline}
                fill="none"
                strokeWidth="2"
                vectorEffect="non-scaling-stroke"
                className="stroke-crystal"
              />
            </g>
          )
        })}
      </svg>
      <line
        x1={markedAt}
        x2={markedAt}
        y1={percent(plotTop)}
        y2={percent(plotTop + plotHeight)}
        className="stroke-ink"
        strokeDasharray="3 3"
      />
      <g className="fill-muted stroke-surface text-xs" strokeWidth="4" paintOrder="stroke">
        <text x="0" y={percent(plotTop)} dy="-6">
          {formatNumber(highest)}
        </text>
        <text x="0" y={percent(plotTop + plotHeight / 2)} dy="-6">
          {formatNumber(Math.round(highest / 2))}
        </text>
        {quarters.map((share) => (
          <text
            key={share}
            x={percent(share)}
            y="100%"
            dy="-4"
            textAnchor={share === 0 ? 'start' : share === 1 ? 'end' : 'middle'}
            // On a phone they would run into the last one.
            className={share % 0.5 === 0 ? undefined : 'max-sm:hidden'}
          >
            {share === 1
              ? m.servers_day_now()
              : formatClock(day.fromMs + share * (day.toMs - day.fromMs))}
          </text>
        ))}
      </g>
    </svg>
  )
}

/** Room above for the highest number, and below for the times. */
const plotTop = 0.08
const plotHeight = 0.8

function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`
}

/** The day in numbers, hour by hour. */
function HoursTable({ history, day }: DayProps) {
  return (
    <table className="w-full max-w-sm text-left tabular-nums">
      <thead className="text-ink">
        <tr className="border-b border-line-strong">
          <th scope="col" className="py-2 pr-4">
            {m.servers_day_hour()}
          </th>
          <th scope="col" className="py-2 text-right">
            {m.servers_day_most()}
          </th>
        </tr>
      </thead>
      <tbody>
        {hourRows(history, day).map(({ startMs, most }) => (
          <tr key={startMs} className="border-b border-line last:border-0">
            <th scope="row" className="py-1.5 pr-4 font-normal">
              <time dateTime={new Date(startMs).toISOString()}>{formatClock(startMs)}</time>
            </th>
            <td className="py-1.5 text-right text-ink">
              {most === null ? m.servers_day_not_measured() : formatNumber(most)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
