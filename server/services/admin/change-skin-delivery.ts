import type { Selectable } from 'kysely'
import type { SkinPurchasesTable } from '#server/db/schema.ts'
import type { Services } from '#server/services/context.ts'
import { Refusal } from '#server/services/refusal.ts'
import { writeAudit } from './audit.ts'
import type { Admin } from './recognise-admin.ts'

export type SkinPurchaseRecord = Selectable<SkinPurchasesTable>

/**
 * Marks a bought skin as handed over in the game, or takes that back. Repeating it changes nothing.
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
      // Two admins at once take turns.
      .forUpdate()
      .executeTakeFirst()
    if (!purchase) throw new Refusal('not_found')
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
