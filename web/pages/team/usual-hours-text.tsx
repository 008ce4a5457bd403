import type { UsualHours } from '#domain/team-listings.ts'
import { hoursInZone } from '#domain/usual-hours.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { asStretch, rangeText, timeZoneName } from '#web/team/hours-text.ts'
import { useReaderClock } from '#web/team/reader-clock.ts'

/** Usual hours by the reader's clock; those of the maker's, where they differ, on demand. */
export function UsualHoursText({ usualHours }: { readonly usualHours: UsualHours }) {
  const clock = useReaderClock()
  if (clock === null) return null
  const zone = timeZoneName(usualHours.timeZone, clock.timeMs)
  const makerHours = rangeText(asStretch(usualHours))
  const stretch = hoursInZone(usualHours, clock.timeZone, clock.timeMs)
  if (stretch === null) return m.team_match_zoned_hours({ hours: makerHours, zone })
  const readerHours = rangeText(stretch)
  if (readerHours === makerHours) return readerHours
  const makerText = m.team_match_maker_hours({ hours: makerHours, zone })
  return (
    <span title={makerText}>
      {readerHours}
      <span className="sr-only"> ({makerText})</span>
    </span>
  )
}
