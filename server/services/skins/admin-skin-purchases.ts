import { sql, type Selectable } from 'kysely'
import type { z } from 'zod'
import type { adminSkinPurchasesQuery } from '#contract/skins.ts'
import type { SkinPurchasesTable } from '#server/db/skin-tables.ts'
import type { Services } from '#server/services/context.ts'
import {
  containing,
  isSteamId,
  matchesPlayer,
  newestFirst,
  toPage,
  writeTimeCursor,
  type Page,
} from '#server/services/list-queries.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { writeAudit } from '#server/services/staff/audit-log.ts'
import type { Admin } from '#server/services/staff/authenticate-admin.ts'

/** A page of the sold skins, newest first. Refuses an invalid cursor with `validation_failed`. */
export async function listSkinPurchases(
  { database }: Services,
  { search, toDeliver, cursor }: z.output<typeof adminSkinPurchasesQuery>,
): Promise<Page<SkinPurchaseRecord>> {
  let query = database.db.selectFrom('skin_purchases').selectAll()
  if (search !== '') query = query.where(matchesPurchase(search))
  if (toDeliver) query = query.where('delivered_at', 'is', null)
  return toPage(await newestFirst(query, ['created_at', 'id'], cursor), writeTimeCursor)
}

function matchesPurchase(search: string) {
  const player = matchesPlayer(search)
  return isSteamId(search)
    ? player
    : sql<boolean>`(${player} or item_name ilike ${containing(search)})`
}

export type SkinPurchaseRecord = Selectable<SkinPurchasesTable>

/**
 * Marks a bought skin as delivered in the game, or takes that back. Repeating it changes nothing.
 * Refuses with `not_found`.
 */
export async function changeSkinDelivery(
  services: Services,
  admin: Admin,
  purchaseId: string,
  delivered: boolean,
): Promise<SkinPurchaseRecord> {
  return services.database.transaction(async (trx) => {
    const purchase = await trx
      .selectFrom('skin_purchases')
      .selectAll()
      .where('id', '=', purchaseId)
      // Serializes concurrent admins.
      .forUpdate()
      .executeTakeFirst()
    if (!purchase) throw new ServiceError('not_found')
    if ((purchase.delivered_at !== null) === delivered) return purchase
    const deliveredAt = delivered ? services.clock() : null
    await trx
      .updateTable('skin_purchases')
      .set({ delivered_at: deliveredAt })
      .where('id', '=', purchaseId)
      .execute()
    const sold = { itemName: purchase.item_name, steamId: purchase.steam_id }
    await writeAudit(services, trx, admin, {
      action: 'skin_delivery_changed',
      subject: `skin_purchase:${purchaseId}`,
      before: { ...sold, deliveredAt: purchase.delivered_at },
      after: { ...sold, deliveredAt },
    })
    return { ...purchase, delivered_at: deliveredAt }
  })
}
