import { useRef } from 'react'
import { m } from '#web/i18n/paraglide/messages.js'
import { timeZoneName } from '#web/team/hours-text.ts'
import { useReaderClock } from '#web/team/reader-clock.ts'

interface HoursZoneProps {
  /** For `aria-describedby` of the hours. */
  readonly id: string
  readonly timeZone: string
  readonly onChange: (timeZone: string) => void
}

/** By which clock hours are meant: the visitor's, or that of the place where he wrote them. */
export function HoursZone({ id, timeZone, onChange }: HoursZoneProps) {
  const clock = useReaderClock()
  const text = useRef<HTMLParagraphElement>(null)
  const zone = clock && timeZoneName(timeZone, clock.timeMs)
  const ownZone = clock && timeZoneName(clock.timeZone, clock.timeMs)
  // Two names of the same clock, such as Paris and Berlin, are one to the reader.
  const isElsewhere = clock !== null && zone !== ownZone
  return (
    <div className="mt-2 text-sm text-muted">
      <p id={id} ref={text} tabIndex={-1}>
        {zone !== null &&
          ownZone !== null &&
          (isElsewhere
            ? m.team_match_hours_other_zone({ zone, ownZone })
            : m.team_match_hours_own_zone({ zone }))}
      </p>
      {isElsewhere && (
        <button
          type="button"
          className="min-h-11 text-left text-ink underline underline-offset-4 hover:text-crystal"
          onClick={() => {
            onChange(clock.timeZone)
            // The button goes; what it did is said where the focus comes to.
            text.current?.focus()
          }}
        >
          {m.team_match_hours_take_own_zone()}
        </button>
      )}
    </div>
  )
}
