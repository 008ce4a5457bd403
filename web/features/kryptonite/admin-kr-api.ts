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
import type { ShopItemView } from '#contract/skins.ts'
import { ApiProblem, parseResponse } from '#web/app/api-client.ts'
import { toQuery, type KrFilters, type SkinFilters } from '#web/features/staff/admin-address.ts'
import { adminRequest, lockIfForbidden } from '#web/features/staff/admin-api.ts'
import type { ListPage } from '#web/features/staff/use-admin-data.ts'

/** A balance whose id is its Steam ID. */
export interface ListedBalance extends AdminBalance {
  readonly id: string
}

/** The fields of an item to save. With null the item keeps its picture. */
export interface ItemFields {
  readonly name: string
  readonly price: number
  readonly image: File | null
}

const itemsPath = '/api/admin/shop-items'
// It sums every row, which takes long with a large ledger and a slow machine.
const ledgerCheckTimeoutMs = 120_000

/**
 * The admin requests about Kr and the skin shop. All throw ApiProblem; a `forbidden` response also
 * locks the admin area.
 */
export const krApi = {
  creditKr: (body: CreditKrRequest, idempotencyKey: string) =>
    adminRequest<CreditKrAnswer>('/api/admin/krypto-credits', { body, idempotencyKey }),
  fetchItems: () => adminRequest<readonly ShopItemView[]>('/api/shop-items'),
  addItem: (fields: ItemFields, options: SendOptions) =>
    lockIfForbidden(sendForm<ShopItemView>('POST', itemsPath, toForm(fields), options)),
  /** Omitted fields keep their values. */
  editItem: (itemId: string, change: Partial<ItemFields>, options: SendOptions) =>
    lockIfForbidden(
      sendForm<ShopItemView>('PATCH', `${itemsPath}/${itemId}`, toForm(change), options),
    ),
  deleteItem: (itemId: string) => adminRequest(`${itemsPath}/${itemId}`, { method: 'DELETE' }),
  fetchBalances: async (
    search: string,
    cursor: string | null = null,
  ): Promise<ListPage<ListedBalance>> => {
    const query = toQuery({ search, cursor })
    const { balances, nextCursor } = await adminRequest<AdminBalancePage>(
      `/api/admin/balances?${query}`,
    )
    return { items: balances.map((one) => ({ ...one, id: one.steamId })), nextCursor }
  },
  fetchTransactions: async (
    { search, type }: KrFilters,
    cursor: string | null,
  ): Promise<ListPage<AdminTransaction>> => {
    const query = toQuery({ search, type, cursor })
    const page = await adminRequest<AdminTransactionPage>(`/api/admin/krypto-transactions?${query}`)
    return { items: page.transactions, nextCursor: page.nextCursor }
  },
  fetchPackOrders: async (
    search: string,
    cursor: string | null,
  ): Promise<ListPage<AdminPackOrder>> => {
    const query = toQuery({ search, cursor })
    const { orders, nextCursor } = await adminRequest<AdminPackOrderPage>(
      `/api/admin/pack-orders?${query}`,
    )
    return { items: orders, nextCursor }
  },
  fetchSkinPurchases: async (
    { search, toDeliver }: SkinFilters,
    cursor: string | null,
  ): Promise<ListPage<AdminSkinPurchase>> => {
    const query = toQuery({ search, toDeliver, cursor })
    const page = await adminRequest<AdminSkinPurchasePage>(`/api/admin/skin-purchases?${query}`)
    return { items: page.purchases, nextCursor: page.nextCursor }
  },
  changeSkinDelivery: (purchaseId: string, delivered: boolean) =>
    adminRequest<AdminSkinPurchase>(`/api/admin/skin-purchases/${purchaseId}`, {
      method: 'PATCH',
      body: { delivered },
    }),
  fetchFlows: (days: number) => adminRequest<FlowsView>(`/api/admin/krypto-flows?days=${days}`),
  checkLedger: () =>
    adminRequest<LedgerCheckView>('/api/admin/ledger-check', { timeoutMs: ledgerCheckTimeoutMs }),
  fetchAudit: async (search: string, cursor: string | null): Promise<ListPage<AuditEntryView>> => {
    const query = toQuery({ search, cursor })
    const { entries, nextCursor } = await adminRequest<AuditPage>(`/api/admin/audit-log?${query}`)
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

interface SendOptions {
  readonly idempotencyKey?: string
  /** The share that has been sent, from 0 to 1. */
  readonly onProgress: (share: number) => void
  /** Aborts the request. */
  readonly signal: AbortSignal
}

const idleTimeoutMs = 60_000

/**
 * Sends a form with a file. An XMLHttpRequest, because `fetch` does not report progress. On a slow
 * line it continues as long as any data moves.
 * @throws {ApiProblem} for every error of the server, and when no response arrives.
 */
function sendForm<Answer>(
  method: 'POST' | 'PATCH',
  path: string,
  form: FormData,
  { idempotencyKey, onProgress, signal }: SendOptions,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let idleTimer = setTimeout(() => fail('timeout'), idleTimeoutMs)

    function restartIdleTimer(): void {
      clearTimeout(idleTimer)
      idleTimer = setTimeout(() => fail('timeout'), idleTimeoutMs)
    }
    function end(): void {
      clearTimeout(idleTimer)
      signal.removeEventListener('abort', stop)
    }
    function fail(code: 'timeout' | 'network_error'): void {
      end()
      request.abort()
      reject(new ApiProblem(code, 0))
    }
    function stop(): void {
      fail('network_error')
    }

    signal.addEventListener('abort', stop)
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      restartIdleTimer()
      onProgress(total === 0 ? 0 : loaded / total)
    })
    request.addEventListener('error', () => fail('network_error'))
    request.addEventListener('load', () => {
      end()
      const { status, responseText } = request
      try {
        const retryAfterSeconds = Number(request.getResponseHeader('retry-after')) || null
        const ok = status >= 200 && status < 300
        const answer: Answer = parseResponse({ ok, status, text: responseText, retryAfterSeconds })
        resolve(answer)
      } catch (problem) {
        reject(problem)
      }
    })
    request.open(method, path)
    request.setRequestHeader('accept', 'application/json')
    if (idempotencyKey !== undefined) request.setRequestHeader('idempotency-key', idempotencyKey)
    request.send(form)
  })
}
