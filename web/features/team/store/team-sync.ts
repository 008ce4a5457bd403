import { useEffect, useSyncExternalStore } from 'react'
import { subscribeToTeamListings } from '#web/app/events.ts'
import { useSession, type Session } from '#web/app/session.ts'
import { createListeners } from '#web/app/subscriptions.ts'
import { adoptPreferences } from '#web/features/team/preferences.ts'
import { applyServerEvent, removeAccountListings, mergeOwnListings } from './listing-copies.ts'
import { withSendingLock } from './outbox.ts'
import { readUserId, readUserSecret } from './ownership.ts'
import { sendOutbox } from './send-outbox.ts'
import { fetchOwnListings, isOffline } from './team-api.ts'

/** For every component that shows listings. */
export function useTeamSync(): void {
  const { status } = useSession()
  useEffect(startTeamSync, [])
  useEffect(() => applySession(status), [status])
}

let watchers = 0
let stopSync = (): void => undefined

/**
 * Sends pending changes and keeps this device's copies up to date while a team page is open;
 * returns a function that stops it.
 */
export function startTeamSync(): () => void {
  watchers += 1
  if (watchers === 1) stopSync = startSync()
  return () => {
    watchers -= 1
    if (watchers === 0) stopSync()
  }
}

function startSync(): () => void {
  const stop = subscribeToTeamListings((event) => {
    if (event === null || applyServerEvent(event)) void refreshOwnListings()
  })
  addEventListener('online', catchUp)
  catchUp()
  return () => {
    stop()
    removeEventListener('online', catchUp)
  }
}

function catchUp(): void {
  void sendOutbox()
  void refreshOwnListings()
}

/** The status of the request for the visitor's own listings; `idle` before the first one. */
type OwnListingsStatus = 'idle' | 'loading' | 'loaded' | 'failed'

const { notify, subscribe } = createListeners()
let ownListingsStatus: OwnListingsStatus = 'idle'
let session: Session['status'] = 'unknown'

export function readOwnListingsStatus(): OwnListingsStatus {
  return ownListingsStatus
}

export function useOwnListingsStatus(): OwnListingsStatus {
  return useSyncExternalStore(subscribe, readOwnListingsStatus, readOwnListingsStatus)
}

/** Fetches the visitor's own listings, if there is a secret or an account that may have some. */
export async function refreshOwnListings(): Promise<void> {
  const secret = readUserSecret()
  if ((secret === null && session !== 'player') || isOffline()) return
  update('loading')
  // Inside the lock, because a response from before would lack a listing that is being sent.
  const outcome = await withSendingLock(async (): Promise<OwnListingsStatus> => {
    try {
      const listings = await fetchOwnListings(readUserSecret())
      mergeOwnListings(listings)
      adoptPreferences(listings)
      return 'loaded'
    } catch {
      return 'failed'
    }
  })
  update(outcome)
}

/** Applies a change of the session. Signing in loads the account's listings, signing out removes them. */
export function applySession(status: Session['status']): void {
  const before = session
  session = status
  // The session ended on another page, or expired: without a secret no listing here can be the visitor's.
  const isStranger = before === 'unknown' && readUserSecret() === null
  if (status === 'visitor' && (before === 'player' || isStranger)) {
    removeAccountListings(readUserId())
    void refreshOwnListings()
  }
  // The request that brought the secret has brought the account's cookie as well.
  if (status === 'player' && (ownListingsStatus === 'idle' || ownListingsStatus === 'failed'))
    void refreshOwnListings()
}

function update(next: OwnListingsStatus): void {
  ownListingsStatus = next
  notify()
}
