import { useEffect } from 'react'
import { readStored, writeStored } from '#web/storage/browser-storage.ts'
import { isOffline } from '#web/team/team-api.ts'
import type { TeamListings } from '#web/team/use-team-listings.ts'

const key = 'teamListingsSeenAt'

/** Notes when the list was as the server has it, for the times when only this device's copy is left. */
export function useCopyTime({ status, isCopy }: TeamListings): void {
  // With every news of the server.
  useEffect(() => {
    // Offline only the visitor's own changes show anew.
    if (status === 'shown' && !isCopy && !isOffline()) {
      writeStored('localStorage', key, new Date().toISOString())
    }
  })
}

/** When that was last so, in ISO 8601; null where it never was. */
export function readCopyTime(): string | null {
  const time = readStored('localStorage', key)
  return time === null || Number.isNaN(Date.parse(time)) ? null : time
}
