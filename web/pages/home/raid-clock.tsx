import { raidWindowAt, type RaidWindow } from '#domain/raid-window.ts'
import { houseRules } from '#site/community.ts'
import { formatDuration } from '#web/i18n/format-duration.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { formatLocale } from '#web/i18n/runtime.ts'
import { useNow } from '#web/use-now.ts'

const { raidHours } = houseRules

/** When bases may be raided: by the rule, by the visitor's own clock, and whether that is now. */
export function RaidClock() {
  const now = useNow()
  const raid = now === null ? null : raidWindowAt(raidHours, now)
  return (
    <>
      <p
        className={`mb-3 min-h-[1lh] font-display text-xl font-bold ${raid?.isOpen ? 'text-crystal' : 'text-amber'}`}
      >
        {raid !== null && now !== null && stateText(raid, now)}
      </p>
      <p>{ruleText()}</p>
      <p className="min-h-[2lh] text-muted">
        {raid !== null &&
          m.home_raid_local({
            opens: weekdayClock(raid.opensAt),
            closes: weekdayClock(raid.closesAt),
          })}
      </p>
    </>
  )
}

function stateText(raid: RaidWindow, now: number): string {
  return raid.isOpen
    ? m.home_raid_open({ duration: formatDuration(raid.closesAt.getTime() - now) })
    : m.home_raid_closed({ duration: formatDuration(raid.opensAt.getTime() - now) })
}

function ruleText(): string {
  const { opens, closes } = raidHours
  // The rule is the same in every week.
  const { opensAt, closesAt } = raidWindowAt(raidHours, 0)
  return m.home_raid_window({
    opensDay: weekdayInGmt(opensAt),
    opensTime: opens.time,
    closesDay: weekdayInGmt(closesAt),
    closesTime: closes.time,
  })
}

function weekdayInGmt(time: Date): string {
  return new Intl.DateTimeFormat(formatLocale(), { weekday: 'long', timeZone: 'UTC' }).format(time)
}

/** A time as `vendredi 20:00`, in the visitor's time zone. */
function weekdayClock(time: Date): string {
  const format = { weekday: 'long', hour: 'numeric', minute: '2-digit' } as const
  return new Intl.DateTimeFormat(formatLocale(), format).format(time)
}
