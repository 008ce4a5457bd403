import { randomInt } from 'node:crypto'

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function randomLetters(length: number): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}

export function newSessionId(): string {
  return `cs_test_a1${randomLetters(56)}`
}

/** The ids of one payment share their beginning at Stripe: `pi_3…`, `ch_3…`, `re_3…`. */
export function newId(kind: 'pi' | 'ch' | 're' | 'txn' | 'evt'): string {
  return `${kind}_3${randomLetters(23)}`
}

/** Ids of objects that do not belong to one payment. */
export function newOtherId(kind: 'du' | 'li' | 'price' | 'pm' | 'prod' | 'txn'): string {
  return `${kind}_1${randomLetters(23)}`
}

export function newRequestId(): string {
  return `req_${randomLetters(14)}`
}

export function newClientSecret(paymentIntentId: string): string {
  return `${paymentIntentId}_secret_${randomLetters(25)}`
}
