import type { Selectable } from 'kysely'
import type { OwnedSkinView, TransactionPage } from '#contract/kryptonite.ts'
import type { Schema } from '#server/db/schema.ts'
import type { LedgerPage } from '#server/services/wallet/list-transactions.ts'

export function presentLedgerPage({ balance, lines, nextBefore }: LedgerPage): TransactionPage {
  return {
    balance,
    transactions: lines.map((line) => ({
      id: line.id,
      type: line.transaction_type,
      amount: line.amount,
      balanceAfter: line.balance_after,
      description: line.description,
      createdAt: line.created_at.toISOString(),
    })),
    nextCursor: nextBefore === null ? null : String(nextBefore),
  }
}

export function presentSkin(skin: Selectable<Schema['skin_purchases']>): OwnedSkinView {
  return {
    id: skin.id,
    itemName: skin.item_name,
    priceKr: skin.price_kr,
    imageUrl: skin.image_url,
    boughtAt: skin.created_at.toISOString(),
    deliveredAt: skin.delivered_at?.toISOString() ?? null,
  }
}
