import { createListeners } from '#web/listeners.ts'
import { readUserId, subscribeToUserId } from './maker.ts'
import type { StoredListing } from './stored-listing.ts'

/** By what this browser knows its visitor's listings. */
export interface Ownership {
  readonly userId: string | null
  /** Whether the server has said which are his; until then `creatorId` is believed. */
  readonly isSettled: boolean
}

const { notify, subscribe } = createListeners()
let ownership: Ownership = { userId: null, isSettled: false }

/** The same object until it changes. */
export function readOwnership(): Ownership {
  const userId = readUserId()
  if (userId !== ownership.userId) ownership = { ...ownership, userId }
  return ownership
}

export function settleOwnership(isSettled: boolean): void {
  if (ownership.isSettled === isSettled) return
  ownership = { ...ownership, isSettled }
  notify()
}

/** Calls the listener after every change; answers the function that stops it. */
export function subscribeToOwnership(listener: () => void): () => void {
  const stops = [subscribe(listener), subscribeToUserId(listener)]
  return () => stops.forEach((stop) => stop())
}

/** Whether a listing is the visitor's. What was never sent is known to this browser alone. */
export function isOwn(
  { creatorId, revision, isMine }: Pick<StoredListing, 'creatorId' | 'revision' | 'isMine'>,
  { userId, isSettled }: Ownership = readOwnership(),
): boolean {
  return isMine || (creatorId === userId && (revision === null || !isSettled))
}
