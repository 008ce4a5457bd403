import { useEffect } from 'react'
import { subscribeToTeamListings } from '#web/app/events.ts'
import { useSession } from '#web/app/session.ts'
import { createListeners } from '#web/app/subscriptions.ts'
import { applyServerEvent, forgetAccountListings, mergeOwnListings } from './listing-copies.ts'
import { withSendingLock } from './outbox.ts'
import { confirmOwnership, readUserId, readUserSecret } from './ownership.ts'
import { sendOutbox } from './send-outbox.ts'
import { fetchOwnListings, isOffline } from './team-api.ts'

/** For every part of a team page that shows listings. */
export function useTeamSync(): void {
  const { status } = useSession()
  useEffect(startTeamSync, [])
  useEffect(() => applySession(status), [status])
}

let watchers = 0
let stopSync = (): void => undefined

/**
 * Sends what waits and keeps the copies of this device up to date, as long as a team page is open;
 * answers the function that ends it.
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

/** Who is signed in, as far as this page knows. */
export type SessionStatus = 'unknown' | 'visitor' | 'player'

/** Whether the server has said which listings are the visitor's; `idle` when nothing is asked of it. */
export type OwnListingsStatus = 'idle' | 'reading' | 'read' | 'failed'

const { notify, subscribe } = createListeners()
let reading: OwnListingsStatus = 'idle'
let session: SessionStatus = 'unknown'

export function readOwnListingsStatus(): OwnListingsStatus {
  return reading
}

export const subscribeToOwnListingsStatus = subscribe

/** Asks the server for the visitor's listings, where there is a secret or an account that may have some. */
export async function refreshOwnListings(): Promise<void> {
  const secret = readUserSecret()
  if ((secret === null && session !== 'player') || isOffline()) return
  update('reading')
  // What is being sent would seem to be missing in an answer from before.
  const outcome = await withSendingLock(async (): Promise<OwnListingsStatus> => {
    try {
      mergeOwnListings(await fetchOwnListings(readUserSecret()))
      confirmOwnership(true)
      return 'read'
    } catch {
      return 'failed'
    }
  })
  update(outcome)
}

/** Takes over who is signed in. An account brings its listings, and takes them away again. */
export function applySession(status: SessionStatus): void {
  const before = session
  session = status
  // Left on another page, or run out: without a secret nothing here can be the visitor's any more.
  const isStranger = before === 'unknown' && readUserSecret() === null
  if (status === 'visitor' && (before === 'player' || isStranger)) {
    forgetAccountListings(readUserId())
    void refreshOwnListings()
  }
  // The call that brought the secret has brought the account's cookie as well.
  if (status === 'player' && (reading === 'idle' || reading === 'failed')) void refreshOwnListings()
}

function update(next: OwnListingsStatus): void {
  reading = next
  notify()
}
