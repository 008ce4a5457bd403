import { sql, type Kysely } from 'kysely'
import { z } from 'zod'
import type { BanPlace } from '#contract/bans.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Services } from '#server/services/context.ts'
import { ServiceError } from '#server/services/service-error.ts'

/**
 * A ban as the caller may read it, as the database function `find_ban` answers it: with neither its
 * reason nor its end where the banned Steam ID is linked to another account.
 */
export const banNotice = z.object({
  reason: z.nullable(z.string()),
  until: z.nullable(z.string().transform((text) => new Date(text).toISOString())),
})
type BanNotice = z.output<typeof banNotice>

/** Somebody who wants something, as an order: for a Steam ID, and by an account, where they are known. */
interface BanSubject {
  readonly steam_id: string | null
  readonly user_id: string | null
}

/**
 * The ban that counts for them now; null without one. It is that of the Steam ID, and of every other one
 * that its account or theirs has linked.
 */
export async function findBan(
  { clock }: Pick<Services, 'clock'>,
  db: Kysely<Schema>,
  from: BanPlace,
  { steam_id: steamId, user_id: userId }: BanSubject,
): Promise<BanNotice | null> {
  const { rows } = await sql<{ ban: unknown }>`
    select find_ban(${from}, ${steamId}, ${userId}, ${clock()}) as ban`.execute(db)
  return z.nullable(banNotice).parse(rows[0]?.ban ?? null)
}

/** Refuses with `banned`, in the transaction that writes what they want. */
export async function requireNotBanned(
  services: Pick<Services, 'clock'>,
  db: Kysely<Schema>,
  from: BanPlace,
  subject: BanSubject,
): Promise<void> {
  const ban = await findBan(services, db, from, subject)
  if (ban) throw new ServiceError('banned', { ban })
}

/**
 * Why a payment or pack is kept back: it was recorded while a ban lasted, from a checkout that was open
 * before. Of a pack it is the mismatch.
 */
export const paidWhileBanned = 'paid_while_banned'
