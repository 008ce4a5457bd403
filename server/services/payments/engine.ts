import { sql } from 'kysely'
import type { ProblemCode } from '#contract/problem.ts'
import type {
  Inconclusive,
  PaymentProvider,
  WebhookEvent,
} from '#server/providers/payment-provider.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { ServiceError } from '#server/services/service-error.ts'
import {
  runDueChecks,
  runDueLooks,
  startRun,
  type CheckedTable,
  type HasTime,
} from './due-checks.ts'
import { recordUnreadable, type ProviderRequest } from './unreadable-answers.ts'

/**
 * What can be paid for: orders of the shop through PayPal (`order-payable.ts`), packs of Kr through
 * Stripe (`pack-payable.ts`). The engine receives events, checks due orders and handles unclear
 * answers. A `Payable` fetches the truth; `record-order-payment.ts` and `pack-payments.ts` record
 * it, apply it and announce the change to the staff.
 */
export interface Payable<Due, Subject> {
  readonly label: 'order' | 'pack order'
  readonly table: CheckedTable
  readonly provider: (services: Services) => PaymentProvider<unknown, Subject>
  /** Applies the current state of an event's subject. */
  readonly applySubject: (
    services: Services,
    subject: Subject,
    type: string,
  ) => Promise<EventOutcome>
  /**
   * Locks what is checked with a due order, and moves the next check on first, so that a failing
   * order does not block the others. Undefined when another process has done so.
   */
  readonly claimDue: (trx: Trx, id: string, now: Date) => Promise<Due | undefined>
  /** Begins a run of checks; returns the check of what was claimed. */
  readonly beginRun: (services: Services, hasTime: HasTime) => Promise<(due: Due) => Promise<void>>
}

/**
 * Whether an event with this outcome is done. Providers send events before their own API shows
 * their payments, and repeat unanswered ones.
 */
const isDoneAfter = {
  ignored: true,
  order: true,
  paid: true,
  processing: true,
  declined: true,
  not_captured: true,
  unpaid: true,
  unavailable: false,
  misconfigured: false,
  // Taken only when its buyer approves again.
  seller_refused: true,
  unreadable: false,
  not_found: false,
} as const
export type EventOutcome = keyof typeof isDoneAfter

/**
 * Stores a verified event, applies the current state of its subject and marks it as done. Returns
 * false when the event must be sent again. Repeating an applied event changes nothing.
 */
export async function receiveEvent<Due, Subject>(
  services: Services,
  { provider, applySubject }: Payable<Due, Subject>,
  { id, type, subject, body }: WebhookEvent<Subject>,
): Promise<boolean> {
  const { db } = services.database
  const { name } = provider(services)
  const stored = await db
    .insertInto('webhook_events')
    .values({ provider: name, event_id: id, type, body: JSON.stringify(body) })
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doUpdateSet({ type }))
    .returning('processed_at')
    .executeTakeFirstOrThrow()
  if (stored.processed_at) return true
  const outcome = subject === null ? 'ignored' : await applySubject(services, subject, type)
  const isDone = isDoneAfter[outcome]
  await db
    .updateTable('webhook_events')
    .set(isDone ? { processed_at: services.clock(), error: null } : { error: outcome })
    .where('provider', '=', name)
    .where('event_id', '=', id)
    .execute()
  return isDone
}

/** Leaves the rest of a run for what is paid already, however many unpaid orders are due. */
const longestUnpaidMilliseconds = 35_000

/**
 * Checks the due orders: applies payments, refunds and disputes whose notice was lost (a lost
 * webhook, a closed page, a crash) and expires orders that can no longer be paid. Money that may
 * just arrive comes first, then a portion of what is paid already.
 */
export async function reconcile<Due, Subject>(
  services: Services,
  payable: Payable<Due, Subject>,
): Promise<void> {
  const hasTime = startRun()
  const hasTimeForUnpaid = startRun(longestUnpaidMilliseconds)
  const check = await payable.beginRun(services, hasTime)
  await forgetNetworks(services, payable.table)
  const checkDue = async (orderId: string): Promise<void> => {
    const { database, clock, log } = services
    const due = await database.transaction((trx) => payable.claimDue(trx, orderId, clock()))
    if (due === undefined) return
    try {
      await check(due)
    } catch (error) {
      log.error({ err: error, orderId }, `${payable.label} not reconciled`)
    }
  }
  await runDueChecks(services, hasTimeForUnpaid, payable.table, checkDue)
  await runDueLooks(services, hasTime, payable.table, checkDue)
}

/** Deletes the networks of closed checkouts. */
async function forgetNetworks(
  { database }: Pick<Services, 'database'>,
  table: CheckedTable,
): Promise<void> {
  await sql`
    update ${sql.table(table)} set networks = null
    where networks is not null and status not in ('pending', 'processing')
      and (status <> 'superseded' or next_check_at is null)`.execute(database.db)
}

/** The provider's webhooks do not arrive, or this one was slower than our check. */
export function logFound({ log }: Services, found: Readonly<Record<string, string>>): void {
  log.warn(found, 'found a refund or dispute that no webhook had reported')
}

const inconclusiveOutcomes = new Set<string>([
  'unavailable',
  'misconfigured',
  'seller_refused',
  'unreadable',
] satisfies Inconclusive['outcome'][])

export function isInconclusive(answer: { readonly outcome: string }): answer is Inconclusive {
  return inconclusiveOutcomes.has(answer.outcome)
}

/** An answer that leaves the state of a payment open, after it was logged and stored. */
export type Unclear =
  | { readonly outcome: 'unavailable' | 'misconfigured' | 'seller_refused' }
  /** Not `isOpen`: the owner has resolved it by hand. */
  | { readonly outcome: 'unreadable'; readonly isOpen: boolean }

/** Passes clear answers on; logs that a provider is unavailable, stores what cannot be read. */
export async function handleUnclear<Answer extends { readonly outcome: string }>(
  services: Services,
  request: ProviderRequest,
  answer: Answer | Inconclusive,
): Promise<Answer | Unclear> {
  if (!isInconclusive(answer)) return answer
  if (answer.outcome === 'unreadable') {
    return { outcome: 'unreadable', isOpen: await recordUnreadable(services, request, answer) }
  }
  const { outcome, detail } = answer
  services.log.warn({ ...request, detail }, `payment provider ${outcome}`)
  return { outcome }
}

/**
 * Refuses a request whose payment is in an unclear state, with `payment_answer_unreadable`,
 * `payments_not_set_up`, or the codes for an absent provider and for one that refuses our settings.
 */
export function refuseUnclear<Result extends { readonly outcome: string }>(
  result: Result,
  unavailable: ProblemCode = 'payment_provider_unavailable',
  misconfigured: ProblemCode = 'payment_not_checked',
): asserts result is Exclude<Result, { readonly outcome: Unclear['outcome'] }> {
  if (result.outcome === 'unreadable') {
    throw new ServiceError('payment_answer_unreadable', { retryAfterSeconds: 60 })
  }
  if (result.outcome === 'unavailable') {
    throw new ServiceError(unavailable, { retryAfterSeconds: 5 })
  }
  if (result.outcome === 'seller_refused') throw new ServiceError('payments_not_set_up')
  if (result.outcome === 'misconfigured') throw new ServiceError(misconfigured)
}
