import type { TestShop } from '#test/shop.ts'
import type { StripeAuditEntry } from '#test/stripe-control.ts'

interface Verdict {
  readonly credited: number
  /** Packs whose Kr differ from Stripe's records, each in words. */
  readonly wrong: readonly string[]
  /** Packs credited more than once. */
  readonly doubled: number
  /** Players whose balance is not the sum of their rows. */
  readonly unbalanced: number
}

/** Compares the ledger with Stripe's own records, for these sessions. */
export async function auditPacks(
  { sandbox, services }: TestShop,
  sessionIds: ReadonlySet<string>,
): Promise<Verdict> {
  const { db } = services.database
  const orders = await db.selectFrom('krypto_orders').selectAll().execute()
  const rows = await db.selectFrom('krypto_transactions').selectAll().execute()
  const balances = await db.selectFrom('krypto_balance').selectAll().execute()
  const sums = Map.groupBy(rows, (row) => row.steam_id)
  const bySession = Map.groupBy(rows, (row) => row.source.split(':')[1] ?? '')
  const orderOf = new Map(orders.map((order) => [order.session_id, order]))
  const books = (await sandbox.stripe.readPayments()).filter((entry) =>
    sessionIds.has(entry.sessionId),
  )
  const verdicts = books.map((entry) => {
    const order = orderOf.get(entry.sessionId)
    const own = bySession.get(entry.sessionId) ?? []
    const has = own.reduce((total, { amount }) => total + amount, 0)
    const due = order ? krDue(entry, order.amount + order.bonus) : 0
    const credits = own.filter((row) => row.transaction_type === 'pack_purchase').length
    return { entry, has, due, credits }
  })
  return {
    credited: verdicts.filter(({ credits }) => credits > 0).length,
    wrong: verdicts
      .filter(({ has, due }) => has !== due)
      .map(({ entry, has, due }) => `${entry.sessionId}: ${has} Kr, due are ${due}`),
    doubled: verdicts.filter(({ credits }) => credits > 1).length,
    unbalanced: balances.filter(
      ({ steam_id: steamId, balance }) =>
        balance !== (sums.get(steamId) ?? []).reduce((total, { amount }) => total + amount, 0),
    ).length,
  }
}

/** The current Kr of a pack: its Kr less the returned share of the money, fractions kept. */
function krDue(
  { paidCents, refundedCents, disputedCents }: StripeAuditEntry,
  total: number,
): number {
  if (paidCents === 0) return 0
  return total - Math.floor((total * (refundedCents + disputedCents)) / paidCents)
}
