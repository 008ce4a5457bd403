import { uuid } from '#contract/fields.ts'
import { makerSecret } from '#contract/team.ts'
import type { LocalText } from '#web/app/browser-storage.ts'
import { newId } from '#web/app/new-id.ts'
import { storedValue } from './stored-list.ts'
import type { StoredListing } from './stored-listing.ts'

/** Whether a listing is the visitor's. Only this browser knows those that were never sent. */
export function isOwn(
  { creatorId, revision, isMine }: Pick<StoredListing, 'creatorId' | 'revision' | 'isMine'>,
  userId = readUserId(),
): boolean {
  return isMine || (creatorId === userId && revision === null)
}

const userIdText = storedValue('userId', uuid, String)
const userSecretText = storedValue('userSecret', makerSecret, String)

/** The visitor's public author id; null until they make a listing. */
export const readUserId = userIdText.read

export const subscribeToUserId = userIdText.subscribe

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
