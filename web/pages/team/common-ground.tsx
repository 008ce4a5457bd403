import { commonGround, type Habits } from '#domain/common-ground.ts'
import { Icon } from '#web/art/icon.tsx'
import { commonGroundText } from '#web/team/common-ground-text.ts'
import { useReaderClock } from '#web/team/reader-clock.ts'
import { useKnownHabits } from '#web/team/use-known-habits.ts'

interface CommonGroundProps {
  readonly listing: Habits & { readonly isOwn: boolean }
}

/** What the visitor and the maker of a listing share; nothing where that is nothing or not known. */
export function CommonGround({ listing }: CommonGroundProps) {
  const habits = useKnownHabits()
  const clock = useReaderClock()
  if (habits === null || clock === null || listing.isOwn) return null
  const text = commonGroundText(commonGround(habits, listing, clock.timeZone, clock.timeMs))
  if (text === null) return null
  return (
    <p className="flex items-start gap-2 text-sm text-crystal">
      <Icon name="team" className="mt-px size-4.5" />
      {text}
    </p>
  )
}
