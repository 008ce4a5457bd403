import { randomBytes, randomInt } from 'node:crypto'

const letters = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'

function randomLetters(length: number): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}

/** Ids of orders, captures and refunds: 17 characters, upper case. */
export function newTransactionId(): string {
  return randomLetters(17)
}

export function newEventId(): string {
  return `WH-${randomLetters(17)}-${randomLetters(17)}`
}

export function newDisputeId(): string {
  const groups = Array.from({ length: 4 }, () => String(randomInt(1000)).padStart(3, '0'))
  return `PP-${groups.join('-')}`
}

export function newDebugId(): string {
  return randomBytes(7).toString('hex').slice(0, 13)
}

export function newAccessToken(): string {
  return `A21AA${randomBytes(48).toString('base64url')}`
}
