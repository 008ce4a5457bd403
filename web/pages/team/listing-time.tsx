import { formatDateTime } from '#web/i18n/format-date.ts'
import { formatAge } from '#web/i18n/format-time.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { useNow } from '#web/use-now.ts'

const minuteMs = 60_000

/** How long ago a listing was made; pointing at it says when exactly. `time` is ISO 8601. */
export function ListingTime({ time }: { readonly time: string }) {
  const now = useNow()
  if (now === null) return null
  const ageMs = now - Date.parse(time)
  return (
    <time dateTime={time} title={formatDateTime(time)}>
      {ageMs < minuteMs ? m.team_list_just_now() : formatAge(ageMs)}
    </time>
  )
}
