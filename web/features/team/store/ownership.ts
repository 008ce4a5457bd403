import { uuid } from '#contract/fields.ts'
import { makerSecret } from '#contract/team.ts'
import type { LocalText } from '#web/app/browser-storage.ts'
import { newId } from '#web/app/new-id.ts'
import { createListeners } from '#web/app/subscriptions.ts'
import { storedValue } from './stored-list.ts'
import type { StoredListing } from './stored-listing.ts'

/** The data by which this browser recognises its visitor's listings. */
export interface Ownership {
  readonly userId: string | null
  /** Whether the server has returned the visitor's listings; until then `creatorId` is trusted. */
  readonly isConfirmed: boolean
}

const { notify, subscribe } = createListeners()
let ownership: Ownership = { userId: null, isConfirmed: false }

/** The same object until it changes. */
export function readOwnership(): Ownership {
  const userId = readUserId()
  if (userId !== ownership.userId) ownership = { ...ownership, userId }
  return ownership
}

export function confirmOwnership(isConfirmed: boolean): void {
  if (ownership.isConfirmed === isConfirmed) return
  ownership = { ...ownership, isConfirmed }
  notify()
}

/** Calls the listener after every change; returns a function that unsubscribes. */
export function subscribeToOwnership(listener: () => void): () => void {
  const stops = [subscribe(listener), userIdText.subscribe(listener)]
  return () => stops.forEach((stop) => stop())
}

/** Whether a listing is the visitor's. Only this browser knows those that were never sent. */
export function isOwn(
  { creatorId, revision, isMine }: Pick<StoredListing, 'creatorId' | 'revision' | 'isMine'>,
  { userId, isConfirmed }: Ownership = readOwnership(),
): boolean {
  return isMine || (creatorId === userId && (revision === null || !isConfirmed))
}

const userIdText = storedValue('userId', uuid, String)
const userSecretText = storedValue('userSecret', makerSecret, String)

/** The visitor's public author id; null until they make a listing. */
export const readUserId = userIdText.read

/** The secret that proves that this browser made its listings; null until it makes one. */
export const readUserSecret = userSecretText.read

/** The `userId`, created if there is none. */
export function requireUserId(): string {
  return readUserId() ?? writeNew(userIdText, newId())
}

/** The secret, created if there is none. */
export function requireUserSecret(): string {
  return readUserSecret() ?? writeNew(userSecretText, newSecret())
}

function writeNew({ write }: Pick<LocalText, 'write'>, value: string): string {
  write(value)
  return value
}

function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
