import { z } from 'zod'
import { donorRank } from '#domain/donors.ts'
import { siteConfig } from '#site/community.ts'
import { readRecords } from './factories/checkout.ts'
import type { Database } from '#server/db/database.ts'
import type { AuditEntry, SandboxControl } from './sandbox-control.ts'

/** A shop in this process, or the records of one that has stopped. */
interface Audited {
  readonly origin: string
  readonly services: { readonly database: Pick<Database, 'db'> }
  readonly sandbox: Pick<SandboxControl, 'readPayments'>
}

type Records = Awaited<ReturnType<typeof readRecords>>
type StoredPayment = Records['payments'][number]

const comparedAtOnce = 20
const donorList = z.array(z.object({ name: z.string(), totalSpentCents: z.number() }))

/**
 * Differences between our records and PayPal's own for these orders, in words; empty when they agree:
 * each payment once, with its refunds; orders, deliveries and disputes in the state of the money; the
 * donor ranking with the remaining amounts. All orders of the named donors have to be given.
 */
export async function findDifferences(
  shop: Audited,
  orderIds: readonly string[],
  donorNames: readonly string[] = [],
): Promise<string[]> {
  const entries = (await shop.sandbox.readPayments()).filter(({ customId }) =>
    orderIds.includes(customId ?? ''),
  )
  const records = await Promise.all(orderIds.map((id) => readRecords(shop, id)))
  const stored = await readStored(shop, entries)
  const differences = [
    ...entries.flatMap((entry) => comparePayment(entry, stored, records)),
    ...records.flatMap((record) => compareOrder(record, entries)),
    ...compareItems(records),
  ]
  return [...differences, ...(await compareDonors(shop, records, entries, donorNames))]
}

/** The same for many orders, a few at a time. */
export async function findDifferencesInParts(
  shop: Audited,
  orderIds: readonly string[],
): Promise<string[]> {
  const differences: string[] = []
  for (let from = 0; from < orderIds.length; from += comparedAtOnce) {
    const part = orderIds.slice(from, from + comparedAtOnce)
    differences.push(...(await findDifferences(shop, part)))
  }
  return differences
}

async function readStored({ services }: Audited, entries: readonly AuditEntry[]) {
  const references = ['', ...entries.map(({ captureId }) => captureId)]
  const { db } = services.database
  const payments = await db
    .selectFrom('payments')
    .selectAll()
    .where('reference', 'in', references)
    .execute()
  const openDisputes = await db
    .selectFrom('disputes')
    .select('payment_reference')
    .where('payment_reference', 'in', references)
    .where('status', '=', 'open')
    .execute()
  return { payments, openDisputes }
}

const statusOfBook: Readonly<Record<string, StoredPayment['status']>> = {
  COMPLETED: 'completed',
  PARTIALLY_REFUNDED: 'completed',
  REFUNDED: 'refunded',
  PENDING: 'held',
  DECLINED: 'declined',
}

/** A payment that PayPal calls completed may be lost: a lost dispute need not be listed as a refund. */
function statusOf({ status, amountCents, backCents }: AuditEntry) {
  return amountCents === backCents ? 'refunded' : statusOfBook[status]
}

function comparePayment(
  entry: AuditEntry,
  { payments, openDisputes }: Awaited<ReturnType<typeof readStored>>,
  records: readonly Records[],
): string[] {
  const found = payments.filter(({ reference }) => reference === entry.captureId)
  const [payment] = found
  if (!payment || found.length > 1) return [`${found.length} records of payment ${entry.captureId}`]
  const open = openDisputes.filter((dispute) => dispute.payment_reference === entry.captureId)
  return [
    ...differ('amount', payment.amount_cents, entry.amountCents),
    ...differ('money back', payment.refunded_cents, entry.backCents),
    ...differ('payment status', payment.status, statusOf(entry)),
    ...differ('open disputes', open.length, entry.openDisputes),
    ...compareMatch(payment, entry, records),
  ]
}

/**
 * A payment without an order is only right when another payment has paid for its cart item, or when
 * it was denied.
 */
function compareMatch(
  { order_id: orderId, unmatched_reason: reason }: StoredPayment,
  { customId, status }: AuditEntry,
  records: readonly Records[],
): string[] {
  if (orderId !== null) return differ('order', orderId, customId)
  if (status === 'DECLINED') return []
  const item = records.find(({ order }) => order.id === customId)?.order.cart_item_id
  const paid = records.some(
    ({ order, payments }) => order.cart_item_id === item && payments.length > 0,
  )
  return paid && reason === 'order_already_paid' ? [] : [`unmatched: ${reason}`]
}

const unpaid: ReadonlySet<string> = new Set(['pending', 'expired', 'superseded'])

function compareOrder(
  { order, payments, purchases }: Records,
  entries: readonly AuditEntry[],
): string[] {
  const [payment] = payments
  const entry = entries.find(({ captureId }) => captureId === payment?.reference)
  const expected = entry ? statusByMoney(entry) : null
  const isRight = expected ? order.status === expected : unpaid.has(order.status)
  const isDelivered = order.paid_at !== null
  return [
    ...(isRight ? [] : [`order is ${order.status}, not ${expected ?? 'unpaid'}`]),
    ...differ('deliveries', purchases.length, isDelivered ? 1 : 0),
    ...(['paid', 'disputed'].includes(order.status) && !isDelivered ? ['not delivered'] : []),
    ...(isDelivered ? differ('delivered for', order.price_cents, payment?.amount_cents) : []),
  ]
}

function statusByMoney(entry: AuditEntry): string {
  const status = statusOf(entry)
  if (status === 'held') return 'processing'
  if (status === 'refunded') return 'refunded'
  return entry.openDisputes > 0 ? 'disputed' : 'paid'
}

/** A cart item must not be paid twice without a refund. */
function compareItems(records: readonly Records[]): string[] {
  const sold = records
    .filter(({ order }) => order.status === 'paid' || order.status === 'disputed')
    .map(({ order }) => order.cart_item_id)
  return sold.length === new Set(sold).size ? [] : ['a cart item is sold twice']
}

/** Without an account, each Steam ID that a buyer gave is one donor (docs/decisions/0012). */
async function compareDonors(
  shop: Audited,
  records: readonly Records[],
  entries: readonly AuditEntry[],
  names: readonly string[],
): Promise<string[]> {
  if (names.length === 0) return []
  const response = await fetch(`${shop.origin}/api/donors`)
  const shown = donorList.parse(await response.json())
  return names.flatMap((name) => {
    const totals = new Map<string, number>()
    for (const { order, payments } of records) {
      const entry = entries.find(({ captureId }) => captureId === payments[0]?.reference)
      const counts = order.discord_username === name && order.listed_as_donor
      if (!entry || !counts || statusByMoney(entry) !== 'paid') continue
      const before = totals.get(order.steam_id) ?? 0
      totals.set(order.steam_id, before + entry.amountCents - entry.backCents)
    }
    const expected = [...totals.values()]
      .filter((total) => donorRank(total, siteConfig.donorRanksFromEuros) !== null)
      .toSorted((a, b) => a - b)
    const actual = shown
      .filter((donor) => donor.name === name)
      .map(({ totalSpentCents }) => totalSpentCents)
      .toSorted((a, b) => a - b)
    return differ(`donor ${name}`, actual.join(), expected.join())
  })
}

function differ(what: string, ours: unknown, truth: unknown): string[] {
  return ours === truth ? [] : [`${what}: ours ${String(ours)}, PayPal’s ${String(truth)}`]
}
