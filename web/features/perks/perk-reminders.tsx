import { Suspense, lazy, useSyncExternalStore } from 'react'
import { useSession } from '#web/app/session.ts'
import { withShopTexts } from '#web/features/products/shop-texts.ts'
import { readSteamId, storedSteamId } from '#web/features/accounts/stored-player.ts'

// Few visitors have a perk, and the first page must stay small.
const ReminderNotices = lazy(
  withShopTexts(() =>
    // After a release its code may be gone.
    import('./reminder-notices.tsx').catch(() => ({ default: () => null })),
  ),
)

interface PerkRemindersProps {
  /** How many are shown at once, each in one line; without it all, in full. */
  readonly most?: number
  readonly className?: string
}

/** What ends soon; only players who are signed in or have bought here can have something. */
export function PerkReminders(props: PerkRemindersProps) {
  const { user } = useSession()
  const steamId = useSyncExternalStore(storedSteamId.subscribe, readSteamId, () => null)
  if (user === null && steamId === null) return null
  return (
    <Suspense>
      <ReminderNotices {...props} />
    </Suspense>
  )
}
