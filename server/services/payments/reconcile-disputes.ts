import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { DisputeList } from '#server/providers/payment-provider.ts'
import type { Services } from '#server/services/context.ts'
import {
  looksPerRun,
  nextDisputeCheck,
  processConcurrently,
  startRun,
  type HasTime,
} from './due-checks.ts'
import { logFound, type Unclear } from './engine.ts'
import { syncDispute } from './order-payments.ts'
import { syncPack } from './pack-payments.ts'

/** PayPal's list goes back 180 days; an hour less allows for its clock. */
const listedMilliseconds = (180 * 24 - 1) * 60 * 60_000

/**
 * Finds disputes whose webhook was lost: the providers' own lists show those that were opened or
 * changed, and open ones of PayPal are fetched from time to time. The lists always begin at the same
 * age, and what they show is compared with our records. So nothing has to be stored about the last
 * run, and what could not be applied is found again by the next.
 */
export async function reconcileDisputes(services: Services): Promise<void> {
  const hasTime = startRun()
  await checkOpenDisputes(services)
  const since = new Date(services.clock().getTime() - listedMilliseconds)
  await findAtPayPal(services, since, hasTime)
  await findAtStripe(services, since, hasTime)
}

/** Syncs the listed disputes that are not as we have stored them, the newest first. */
async function findAtPayPal(services: Services, since: Date, hasTime: HasTime): Promise<void> {
  const { paypal, database } = services
  const list = await paypal.listDisputes(since, hasTime)
  logGap(services, paypal.name, list)
  const stored = await database.db
    .selectFrom('disputes')
    .select(['reference', 'updated_at'])
    .where('provider', '=', paypal.name)
    .where(
      sql<boolean>`reference = any(${list.disputes.map(({ reference }) => reference)}::text[])`,
    )
    .execute()
  const changedAt = new Map(stored.map((one) => [one.reference, one.updated_at.getTime()]))
  const changed = list.disputes
    .filter((one) => one.changedAt.getTime() > (changedAt.get(one.reference) ?? 0))
    .toSorted((a, b) => b.changedAt.getTime() - a.changedAt.getTime())
  const due = changed.map(({ reference, changedAt: at }) => ({
    key: `${paypal.name} ${reference}`,
    shown: at.toISOString(),
    reference,
  }))
  await syncListed(services, hasTime, due, async ({ reference }) => {
    const outcome = await syncDispute(services, reference)
    if (outcome === 'paid') logFound(services, { provider: paypal.name, dispute: reference })
    return outcome
  })
}

/** Syncs the packs whose disputes are not as Stripe lists them. */
async function findAtStripe(services: Services, since: Date, hasTime: HasTime): Promise<void> {
  const { stripe, database } = services
  const list = await stripe.listDisputes(since, hasTime)
  logGap(services, stripe.name, list)
  const ofPayment = Map.groupBy(list.disputes, ({ paymentIntent }) => paymentIntent)
  const packs = await database.db
    .selectFrom('krypto_orders')
    .select(['id', 'payment_intent', 'status', 'disputed_cents', 'revision'])
    .where('provider_mode', '=', stripe.mode)
    .where('paid_at', 'is not', null)
    .where(sql<boolean>`payment_intent = any(${[...ofPayment.keys()]}::text[])`)
    .execute()
  const stored = await database.db
    .selectFrom('disputes')
    .select(['reference', 'status', 'awaits_answer', 'answer_by'])
    .where('provider', '=', stripe.name)
    .where(
      sql<boolean>`reference = any(${list.disputes.map(({ dispute }) => dispute.reference)}::text[])`,
    )
    .execute()
  const storedStates = new Map(
    stored.map((one) => [one.reference, stateOf(one.status, one.awaits_answer, one.answer_by)]),
  )
  const due = packs.flatMap(({ id, payment_intent: intent, status, disputed_cents, revision }) => {
    const disputes = ofPayment.get(intent ?? '') ?? []
    const states = disputes.map(({ dispute }) =>
      stateOf(dispute.status, dispute.awaitsAnswer, dispute.answerBy),
    )
    const withdrawn = disputes.reduce((sum, { withdrawnCents }) => sum + withdrawnCents, 0)
    const isOpen = disputes.some((dispute) => dispute.isOpen)
    const isStored =
      isOpen === (status === 'disputed') &&
      withdrawn === disputed_cents &&
      disputes.every(({ dispute }, index) => storedStates.get(dispute.reference) === states[index])
    const key = `${stripe.name} ${id}`
    if (!isStored) return [{ key, shown: `${states.join()} ${withdrawn}`, id, revision }]
    // A later dispute of the same amount looks as this one did.
    known.delete(key)
    return []
  })
  await syncListed(services, hasTime, due, async ({ id, revision }) => {
    const synced = await syncPack(services, id)
    if (synced.outcome === 'order' && synced.order.revision !== revision) {
      logFound(services, { provider: stripe.name, packOrderId: id })
    }
    return synced.outcome
  })
}

function stateOf(status: string, awaitsAnswer: boolean, answerBy: Date | null): string {
  return `${status} ${awaitsAnswer} ${answerBy?.toISOString() ?? ''}`
}

interface Listed {
  readonly key: string
  /** What the list shows of it. */
  readonly shown: string
}

/**
 * What this process has synced, as the lists showed it. Our records never equal some of it: a dispute
 * in the currency of the buyer's bank, or about no payment of ours. It would take the place of others.
 */
const known = new LRUCache<string, string>({ max: 20_000 })
const inconclusive: ReadonlySet<string> = new Set<Unclear['outcome'] | 'not_found'>([
  'not_found',
  'unavailable',
  'misconfigured',
  'seller_refused',
  'unreadable',
])

async function syncListed<Item extends Listed>(
  { log }: Services,
  hasTime: HasTime,
  listed: readonly Item[],
  sync: (item: Item) => Promise<string>,
): Promise<void> {
  const due = listed.filter(({ key, shown }) => known.get(key) !== shown)
  await processConcurrently(due.slice(0, looksPerRun), hasTime, async (item) => {
    const { key, shown } = item
    try {
      if (!inconclusive.has(await sync(item))) known.set(key, shown)
    } catch (error) {
      log.error({ err: error, key }, 'dispute not reconciled')
    }
  })
}

function logGap({ log }: Services, provider: string, { detail }: DisputeList<unknown>): void {
  if (detail !== null) log.warn({ provider, detail }, 'list of disputes incomplete')
}

/**
 * Fetched concurrently, so that a run in which PayPal never answers still ends before its job is
 * given to another process; the rest waits for the next run.
 */
const mostDisputes = 10

/** Also finds the end of a dispute that is older than the list. */
async function checkOpenDisputes(services: Services): Promise<void> {
  const due = await takeDueDisputes(services)
  await Promise.all(
    due.map(async ({ reference }) => {
      try {
        await syncDispute(services, reference)
      } catch (error) {
        services.log.error({ err: error, dispute: reference }, 'dispute not reconciled')
      }
    }),
  )
}

/** Moves their next check on first, so that a failing dispute does not block the others. */
function takeDueDisputes({ database, paypal, clock }: Services) {
  const now = clock()
  return database.db
    .with('due', (db) =>
      db
        .selectFrom('disputes')
        .select('reference')
        .where('provider', '=', paypal.name)
        .where((eb) =>
          eb.or([
            eb('status', '=', 'open'),
            // Lost before its fee was kept.
            eb.and([eb('status', '=', 'lost'), eb('fee_cents', 'is', null)]),
          ]),
        )
        .where('next_check_at', '<=', now)
        .orderBy('next_check_at')
        .limit(mostDisputes)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('disputes')
    .from('due')
    .set({ next_check_at: nextDisputeCheck(now) })
    .where('disputes.provider', '=', paypal.name)
    .whereRef('disputes.reference', '=', 'due.reference')
    .returning('disputes.reference')
    .execute()
}
