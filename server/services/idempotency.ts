import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Schema } from '#server/db/schema.ts'
import type { Services, Trx } from './context.ts'
import { ServiceError } from './service-error.ts'

export interface OnceRequest {
  /** The operation; the same key in another scope is another key. */
  readonly scope: string
  /** The `Idempotency-Key`; without one, null, each request is a new one. */
  readonly key: string | null
  /** See `hashRequest`. */
  readonly requestHash: string
  readonly now: Date
}

/**
 * Runs the work for the first request with a key; repeating the request returns the first answer.
 * Concurrent equal requests wait for the first one's transaction. A refusal rolls the key back, so
 * that the request can be repeated. The work must not call providers. Refuses with
 * `idempotency_key_reused` when the key came with another request.
 */
export async function answerOnce<Answer>(
  trx: Trx,
  { scope, key, requestHash, now }: OnceRequest,
  answerShape: z.core.$ZodType<Answer>,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (key === null) return work()
  const first = await readFirst(trx, { scope, key, requestHash, now })
  if (first) return z.parse(answerShape, first.answer)
  const answer = await work()
  await trx
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer) })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .execute()
  return answer
}

/**
 * For work that is idempotent by itself: only refuses, with `idempotency_key_reused`, a key that
 * came with another request.
 */
export async function refuseReusedKey(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  { scope, key, requestHash }: Omit<OnceRequest, 'now'>,
): Promise<void> {
  if (key !== null) await readFirst(database.db, { scope, key, requestHash, now: clock() })
}

/**
 * Whether `answerOnce` has answered this request, so that what it would cost again is needless.
 * Refuses with `idempotency_key_reused` like it.
 */
export async function isRepeated(
  { database: { db } }: Pick<Services, 'database'>,
  once: OnceRequest,
): Promise<boolean> {
  return once.key !== null && (await findFirst(db, once)) !== undefined
}

/** Whether a request is the first with its key; all processes agree. */
export async function isFirst(
  db: Kysely<Schema>,
  { scope, key, requestHash, now }: OnceRequest & { readonly key: string },
): Promise<boolean> {
  const inserted = await db
    .insertInto('idempotency_keys')
    .values({ scope, key, request_hash: requestHash, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  return inserted !== undefined
}

/** The row of the first request with a key; null, and stored, when this is the first. */
async function readFirst(
  db: Kysely<Schema>,
  { scope, key, requestHash, now }: OnceRequest & { readonly key: string },
): Promise<{ readonly answer: unknown } | null> {
  if (await isFirst(db, { scope, key, requestHash, now })) return null
  // Without it, it has just been deleted for its age.
  return (
    (await findFirst(db, { scope, key, requestHash })) ??
    readFirst(db, { scope, key, requestHash, now })
  )
}

async function findFirst(
  db: Kysely<Schema>,
  { scope, key, requestHash }: Omit<OnceRequest, 'now'>,
): Promise<{ readonly answer: unknown } | undefined> {
  const first = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst()
  if (first && first.request_hash !== requestHash) throw new ServiceError('idempotency_key_reused')
  return first
}

/** SHA-256, in hex, of a request's parsed fields, which zod writes in the order of their schema. */
export function hashRequest(...parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
