import type {
  AdminBalance,
  AdminSkinPurchase,
  AdminTransaction,
  AuditEntryView,
} from '#contract/admin-kryptonite.ts'
import type { SkinPurchaseRecord } from '#server/services/admin/change-skin-delivery.ts'
import type { AuditRecord } from '#server/services/admin/list-audit.ts'
import type { BalanceRecord } from '#server/services/admin/list-balances.ts'
import type { TransactionRecord } from '#server/services/admin/list-transactions.ts'

export function presentBalance(balance: BalanceRecord): AdminBalance {
  return {
    steamId: balance.steam_id,
    discordUsername: balance.discord_username,
    balance: balance.balance,
    isClaimed: balance.is_claimed,
    updatedAt: balance.updated_at.toISOString(),
  }
}

export function presentTransaction(transaction: TransactionRecord): AdminTransaction {
  return {
    id: transaction.id,
    type: transaction.transaction_type,
    amount: transaction.amount,
    description: transaction.description,
    createdAt: transaction.created_at.toISOString(),
    steamId: transaction.steam_id,
    discordUsername: transaction.discord_username,
    source: transaction.source,
  }
}

export function presentSkinPurchase(purchase: SkinPurchaseRecord): AdminSkinPurchase {
  return {
    id: purchase.id,
    steamId: purchase.steam_id,
    discordUsername: purchase.discord_username,
    itemName: purchase.item_name,
    priceKr: purchase.price_kr,
    imageUrl: purchase.image_url,
    boughtAt: purchase.created_at.toISOString(),
    deliveredAt: purchase.delivered_at?.toISOString() ?? null,
  }
}

export function presentAuditEntry(entry: AuditRecord): AuditEntryView {
  return {
    id: entry.id,
    actor: entry.actor,
    action: entry.action,
    subject: entry.subject,
    before: entry.before,
    after: entry.after,
    at: entry.created_at.toISOString(),
  }
}
