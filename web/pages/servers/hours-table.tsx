import type { PlayerHistory } from '#contract/server-status.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { formatClock } from '#web/i18n/format-time.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { hoursOf, type Day } from '#web/server-status/player-history.ts'

interface HoursTableProps {
  readonly history: PlayerHistory
  readonly day: Day
}

/** The day in numbers, hour by hour. */
export function HoursTable({ history, day }: HoursTableProps) {
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
        {hoursOf(history, day).map(({ startMs, most }) => (
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
