import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { sql } from 'kysely'
import { z } from 'zod'
import { note, reportAtMost, reportExactly } from '#bench/report.ts'
import { reconcileDisputes } from '#server/services/payments/reconcile-disputes.ts'
import type { TestShop } from '#test/shop.ts'

const minute = 60_000
const mostCallsAMinute = 300
const latestMinutes = 5
const latestDisputeMinutes = 60
/** A new payment in this many minutes, right after the job has run. */
const newcomerMinutes = 10

/** What was paid at once, by its id at the provider, while no webhook arrives. */
interface LookedAt {
  readonly table: 'orders' | 'krypto_orders'
  readonly reconcile: () => Promise<void>
  /** Those that differ from the provider's books. */
  readonly findDifferent: () => Promise<readonly string[]>
  /** Those that are disputed at the provider. */
  readonly disputed: readonly string[]
  /** Somebody opens a checkout and pays it; returns its id. */
  readonly payNewly: () => Promise<string>
}

/**
 * All that is paid comes due at the same time, a day after its payment. Runs the jobs minute after
 * minute until it was looked at, while others pay, and reports what was found, how fast and by how
 * many calls.
 */
export async function reportLooks(
  shop: TestShop,
  { table, reconcile, findDifferent, disputed, payNewly }: LookedAt,
): Promise<boolean> {
  const calls = countCalls()
  const startedAt = performance.now()
  const differentBefore = await findDifferent()
  await makeDue(shop, table)
  const paid = new Map<string, number>()
  const waits: number[] = []
  const callsOfMinutes: number[] = []
  let undiscovered = disputed.length
  let now = 0
  for (; now <= latestDisputeMinutes || (await countDue(shop, table)) > 0; now += 1) {
    const before = calls.count()
    await reconcile()
    if (now % 10 === 0) await reconcileDisputes(shop.services)
    callsOfMinutes.push(calls.count() - before)
    for (const id of await readPaid(shop, table, [...paid.keys()])) {
      waits.push(now - (paid.get(id) ?? 0))
      paid.delete(id)
    }
    if (now === latestDisputeMinutes) {
      const different = new Set(await findDifferent())
      undiscovered = disputed.filter((id) => different.has(id)).length
    }
    if (now % newcomerMinutes === 0) paid.set(await payNewly(), now)
    shop.advanceClock(minute)
  }
  for (let more = 0; more < latestMinutes && paid.size > 0; more += 1) {
    await reconcile()
    for (const id of await readPaid(shop, table, [...paid.keys()])) {
      waits.push(now + more - (paid.get(id) ?? 0))
      paid.delete(id)
    }
    shop.advanceClock(minute)
  }
  const { length: different } = await findDifferent()
  calls.stop()
  note(
    `${differentBefore.length} refunds and disputes that nobody reported; all looked at within ${now} minutes, by ${calls.count()} calls, in ${Math.round((performance.now() - startedAt) / 1000)} s of this machine`,
  )
  return [
    reportExactly('refunds and disputes that were not found', different),
    reportExactly(`disputes not found within ${latestDisputeMinutes} minutes`, undiscovered),
    reportAtMost('calls of a minute at most', Math.max(...callsOfMinutes), mostCallsAMinute),
    reportExactly('payments meanwhile that were not found', paid.size),
    reportAtMost('longest wait of a payment meanwhile', Math.max(...waits), latestMinutes, ' min'),
  ].every(Boolean)
}

const providerCall = z.object({ request: z.object({ path: z.string().regex(/^\/v[12]\//) }) })

/** Counts this process's calls to the interfaces of PayPal and Stripe. */
function countCalls() {
  let counted = 0
  const count = (message: unknown): void => {
    if (providerCall.safeParse(message).success) counted += 1
  }
  const channels = ['undici:request:create', 'http.client.request.start']
  for (const channel of channels) subscribe(channel, count)
  return {
    count: () => counted,
    stop: () => {
      for (const channel of channels) unsubscribe(channel, count)
    },
  }
}

const paidColumns = { orders: 'paid_at', krypto_orders: 'paid_at' } as const

/** Their payment moves back, because the providers' clocks do not advance with the product's. */
async function makeDue({ services }: TestShop, table: LookedAt['table']): Promise<void> {
  const paidAt = sql.ref(paidColumns[table])
  await sql`
    update ${sql.table(table)}
    set ${paidAt} = ${paidAt} - interval '1 day', next_check_at = ${services.clock()}
    where ${paidAt} is not null`.execute(services.database.db)
}

async function countDue({ services }: TestShop, table: LookedAt['table']): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    select count(*)::int as due from ${sql.table(table)}
    where next_check_at <= ${services.clock()} and ${sql.ref(paidColumns[table])} is not null
  `.execute(services.database.db)
  return rows[0]?.due ?? 0
}

async function readPaid(
  { services }: TestShop,
  table: LookedAt['table'],
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)}
    where id = any(${ids}::uuid[]) and ${sql.ref(paidColumns[table])} is not null
  `.execute(services.database.db)
  return rows.map(({ id }) => id)
}
