import type { PlayerHistory } from '#contract/server-status.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { formatClock } from '#web/i18n/format-time.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { highestOf, outlineOf, runsOf, type Day } from '#web/server-status/player-history.ts'

interface PlayerGraphProps {
  readonly history: PlayerHistory
  readonly day: Day
  /** The time that is being read. */
  readonly markedMs: number
}

const quarters = [0, 0.25, 0.5, 0.75, 1] as const

/** The line of the day. Decorative: the slider over it and the table say what it shows. */
export function PlayerGraph({ history, day, markedMs }: PlayerGraphProps) {
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
