import { sql } from 'kysely'
import type { Kr, TransactionType } from '#domain/kryptonite.ts'
import type { Trx } from '#server/services/context.ts'

export interface KrMovement {
  readonly steamId: string
  readonly discordUsername: string
  /** Negative when Kr are taken; never 0. */
  readonly amount: Kr
  /** Skins are bought through `buy-skin.ts` alone. */
  readonly type: Exclude<TransactionType, 'skin_purchase'>
  /** What the player reads beside the line. */
  readonly description: string
  /** What makes it, once: `stripe:<session>:bonus`, `admin_request:<id>`. */
  readonly source: string
  readonly now: Date
}

export interface KrMovementResult {
  /** False when the same source had moved the same Kr before; then nothing moved now. */
  readonly isNew: boolean
  /** Kr on the balance, this transaction included. */
  readonly balance: number
}

/**
 * Gives or takes Kr as a part of the caller's transaction, once for each source. The account stays
 * locked until the transaction ends.
 * @throws when the source is that of another movement.
 */
export async function moveKr(trx: Trx, movement: KrMovement): Promise<KrMovementResult> {
  const { steamId, discordUsername, amount, type, description, source, now } = movement
  const { rows } = await sql<KrMovementResult>`
    select is_new as "isNew", balance from move_kr(
      ${steamId}, ${discordUsername}, ${amount}, ${type}, ${description}, ${source}, ${now}
    )`.execute(trx)
  const [result] = rows
  if (!result) throw new Error('move_kr answered nothing')
  return result
}
