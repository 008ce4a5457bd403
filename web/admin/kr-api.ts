import type {
  AdminBalance,
  AdminBalancePage,
  AdminPackOrder,
  AdminPackOrderPage,
  AdminSkinPurchase,
  AdminSkinPurchasePage,
  AdminTransaction,
  AdminTransactionPage,
  AuditEntryView,
  AuditPage,
  CreditKrAnswer,
  CreditKrRequest,
  FlowsView,
  LedgerCheckView,
} from '#contract/admin-kryptonite.ts'
import type { ShopItemView } from '#contract/shop-items.ts'
import { toQuery, type KrFilters, type SkinFilters } from './admin-address.ts'
import { ask, closingIfRefused } from './admin-api.ts'
import { sendForm, type SendOptions } from './send-form.ts'
import type { ListPage } from './use-paged-list.ts'

/** A balance, known by its Steam ID. */
export interface ListedBalance extends AdminBalance {
  readonly id: string
}

/** What an item is saved with; null: no new picture, the one that it has stays. */
export interface ItemFields {
  readonly name: string
  readonly price: number
  readonly image: File | null
}

const itemsPath = '/api/admin/shop-items'
// Every row is added up: on a large ledger and a slow machine that takes its time.
const ledgerCheckTimeoutMs = 120_000

/** The calls of the admin area about Kr and the skin shop. All throw ApiProblem; a refusal closes the area as well. */
export const krApi = {
  creditKr: (body: CreditKrRequest, idempotencyKey: string) =>
    ask<CreditKrAnswer>('/api/admin/krypto-credits', { body, idempotencyKey }),
  fetchItems: () => ask<readonly ShopItemView[]>('/api/shop-items'),
  addItem: (fields: ItemFields, options: SendOptions) =>
    closingIfRefused(sendForm<ShopItemView>('POST', itemsPath, toForm(fields), options)),
  /** What is left out stays. */
  editItem: (itemId: string, change: Partial<ItemFields>, options: SendOptions) =>
    closingIfRefused(
      sendForm<ShopItemView>('PATCH', `${itemsPath}/${itemId}`, toForm(change), options),
    ),
  deleteItem: (itemId: string) => ask(`${itemsPath}/${itemId}`, { method: 'DELETE' }),
  fetchBalances: async (
    search: string,
    cursor: string | null = null,
  ): Promise<ListPage<ListedBalance>> => {
    const query = toQuery({ search, cursor })
    const { balances, nextCursor } = await ask<AdminBalancePage>(`/api/admin/balances?${query}`)
    return { items: balances.map((one) => ({ ...one, id: one.steamId })), nextCursor }
  },
  fetchTransactions: async (
    { search, type }: KrFilters,
    cursor: string | null,
  ): Promise<ListPage<AdminTransaction>> => {
    const query = toQuery({ search, type, cursor })
    const page = await ask<AdminTransactionPage>(`/api/admin/krypto-transactions?${query}`)
    return { items: page.transactions, nextCursor: page.nextCursor }
  },
  fetchPackOrders: async (
    search: string,
    cursor: string | null,
  ): Promise<ListPage<AdminPackOrder>> => {
    const query = toQuery({ search, cursor })
    const { orders, nextCursor } = await ask<AdminPackOrderPage>(`/api/admin/pack-orders?${query}`)
    return { items: orders, nextCursor }
  },
  fetchSkinPurchases: async (
    { search, toDeliver }: SkinFilters,
    cursor: string | null,
  ): Promise<ListPage<AdminSkinPurchase>> => {
    const query = toQuery({ search, toDeliver, cursor })
    const page = await ask<AdminSkinPurchasePage>(`/api/admin/skin-purchases?${query}`)
    return { items: page.purchases, nextCursor: page.nextCursor }
  },
  changeSkinDelivery: (purchaseId: string, delivered: boolean) =>
    ask<AdminSkinPurchase>(`/api/admin/skin-purchases/${purchaseId}`, {
      method: 'PATCH',
      body: { delivered },
    }),
  fetchFlows: (days: number) => ask<FlowsView>(`/api/admin/krypto-flows?days=${days}`),
  checkLedger: () =>
    ask<LedgerCheckView>('/api/admin/ledger-check', { timeoutMs: ledgerCheckTimeoutMs }),
  fetchAudit: async (search: string, cursor: string | null): Promise<ListPage<AuditEntryView>> => {
    const query = toQuery({ search, cursor })
    const { entries, nextCursor } = await ask<AuditPage>(`/api/admin/audit-log?${query}`)
    return { items: entries, nextCursor }
  },
}

function toForm({ name, price, image }: Partial<ItemFields>): FormData {
  const form = new FormData()
  if (name !== undefined) form.set('name', name)
  if (price !== undefined) form.set('price', String(price))
  if (image) form.set('image', image)
  return form
}
