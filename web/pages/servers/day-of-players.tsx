import { useId, useState } from 'react'
import type { PlayerHistory } from '#contract/server-status.ts'
import { Disclosure } from '#web/components/disclosure.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import { formatClock } from '#web/i18n/format-time.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { dayUntil, sampleAt, summarize, type Day } from '#web/server-status/player-history.ts'
import { HoursTable } from './hours-table.tsx'
import { PlayerGraph } from './player-graph.tsx'

interface DayProps {
  readonly history: PlayerHistory
  readonly nowMs: number
}

/** The graph of a day, what it comes to, and its numbers for who wants them one by one. */
export function DayOfPlayers({ history, nowMs }: DayProps) {
  const day = dayUntil(nowMs)
  const caption = useId()
  const summary = summarize(history)
  return (
    <figure aria-labelledby={caption}>
      <Reader history={history} day={day} />
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

/** A slider over the graph reads it by mouse, touch and keyboard alike, and aloud. */
function Reader({ history, day }: { readonly history: PlayerHistory; readonly day: Day }) {
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
