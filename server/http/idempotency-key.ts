import type { Context } from 'hono'
import { Refusal } from '#server/services/refusal.ts'

const printableAscii = /^[\x20-\x7e]{1,255}$/

/** The request's `Idempotency-Key`; null without one. Refuses with `validation_failed`. */
export function readIdempotencyKey(context: Context): string | null {
  const key = context.req.header('idempotency-key')
  if (key === undefined) return null
  if (printableAscii.test(key)) return key
  const message = 'Between 1 and 255 printable ASCII characters.'
  throw new Refusal('validation_failed', {
    errors: [{ path: 'Idempotency-Key', code: 'invalid_format', message }],
  })
}
