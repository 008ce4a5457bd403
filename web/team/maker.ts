import { isUuid } from '#domain/uuid.ts'
import { newId } from '#web/cart/new-id.ts'
import { localText, type LocalText } from '#web/storage/local-text.ts'

const userId = localText('userId')
const userSecret = localText('userSecret')
const secretText = /^[\w-]{43}$/
const warnedOf = new Set<string>()

/** Calls the listener when this browser's `userId` changes; answers the function that stops it. */
export const subscribeToUserId = userId.subscribe

/** Who this browser's visitor is to others; null until he makes something. */
export function readUserId(): string | null {
  return readValid('userId', userId, isUuid)?.toLowerCase() ?? null
}

/** What proves that this browser made its listings; null until it makes one. */
export function readUserSecret(): string | null {
  return readValid('userSecret', userSecret, isSecret)
}

/** The `userId`, made where there is none. */
export function requireUserId(): string {
  return readUserId() ?? writeNew(userId, newId())
}

/** The secret, made where there is none. */
export function requireUserSecret(): string {
  return readUserSecret() ?? writeNew(userSecret, newSecret())
}

function writeNew(text: LocalText, value: string): string {
  text.write(value)
  return value
}

function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

function isSecret(text: string): boolean {
  return secretText.test(text)
}

function readValid(key: string, { read }: LocalText, isValid: (text: string) => boolean) {
  const text = read()
  if (text === null || isValid(text)) return text
  if (!warnedOf.has(text)) {
    // oxlint-disable-next-line no-console -- a visitor's own storage is theirs to look into
    console.warn(`${key}: unreadable, ignored`)
  }
  warnedOf.add(text)
  return null
}
