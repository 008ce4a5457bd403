import { useEffect } from 'react'
import { useSession } from '#web/session.ts'
import { heedSession } from './own-reading.ts'
import { watchTeam } from './team-watch.ts'

/** For every part of a team page that shows listings. */
export function useTeamWatch(): void {
  const { status } = useSession()
  useEffect(watchTeam, [])
  useEffect(() => heedSession(status), [status])
}
