import { sql } from 'kysely'
import { cents } from '#domain/money.ts'
import type { PaymentProviderName, Row } from '#server/db/schema.ts'
import type { Movement } from '#server/providers/payment-provider.ts'
import type { Payment } from '#server/providers/paypal/answers.ts'
import type { Trx } from '#server/services/context.ts'
import { publishEvents } from '#server/services/notify-events.ts'
import type { StoredPayment } from './match-payment.ts'

type Owner = { readonly payment_id: string } | { readonly krypto_order_id: string }

/**
 * Writes what a provider's answer shows of a payment's money. Repeating it changes nothing. Open pages ask
 * for the goal again after a refund or when a fee has come; of a sale they learn by its purchase.
 */
export async function writeMovements(
  trx: Trx,
  provider: PaymentProviderName,
  owner: Owner,
  movements: readonly Movement[],
): Promise<void> {
  if (movements.length === 0) return
  const changed = await trx
    .insertInto('money_movements')
    .values(
      movements.map(({ reference, kind, movedAt, grossCents, currency, settled }) => ({
        ...owner,
        provider,
        reference,
        kind,
        moved_at: movedAt,
        gross_cents: grossCents,
        currency,
        fee_cents: settled?.feeCents ?? null,
        fee_currency: settled?.feeCurrency ?? null,
        settled_cents: settled?.netCents ?? null,
        settled_currency: settled?.currency ?? null,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'reference'])
        .doUpdateSet((eb) => ({
          kind: eb.ref('excluded.kind'),
          // A fee that comes later brings the time that its own record has.
          moved_at: sql`case
            when money_movements.fee_cents is null and excluded.fee_cents is not null
            then excluded.moved_at else money_movements.moved_at end`,
          gross_cents: eb.ref('excluded.gross_cents'),
          currency: eb.ref('excluded.currency'),
          // An answer can leave out what an earlier one showed.
          fee_cents: sql`coalesce(excluded.fee_cents, money_movements.fee_cents)`,
          fee_currency: sql`coalesce(excluded.fee_currency, money_movements.fee_currency)`,
          settled_cents: sql`coalesce(excluded.settled_cents, money_movements.settled_cents)`,
          settled_currency: sql`coalesce(
            excluded.settled_currency, money_movements.settled_currency)`,
        }))
        .where(isNews),
    )
    .returning(['kind', sql<boolean>`xmax <> 0`.as('wasKnown')])
    .execute()
  if (changed.some(({ kind, wasKnown }) => wasKnown || kind !== 'sale')) {
    await publishEvents(trx, sql`select 'site', '{}'::jsonb, null`)
  }
}

/** Whether the answer says something else than what is stored. */
const isNews = sql<boolean>`(
  excluded.kind, excluded.gross_cents, excluded.currency,
  coalesce(excluded.fee_cents, money_movements.fee_cents),
  coalesce(excluded.settled_cents, money_movements.settled_cents)
) is distinct from (
  money_movements.kind, money_movements.gross_cents, money_movements.currency,
  money_movements.fee_cents, money_movements.settled_cents
)`

interface Shown {
  readonly payment: StoredPayment
  /** All about the payment. */
  readonly disputes: readonly Row<'disputes'>[]
  /** PayPal's answer about the payment; null when only a dispute was reported. */
  readonly answer: Payment | null
}

type Known = Row<'money_movements'>

/**
 * Writes what no answer of PayPal lists as a movement: what decided disputes took or gave back, and
 * the part of the refunds that is known by its sum alone. The caller holds the payment's lock.
 */
export async function writeUnlisted(trx: Trx, { payment, disputes, answer }: Shown): Promise<void> {
  const rest = `${payment.reference}:rest`
  const rows = await trx
    .selectFrom('money_movements')
    .selectAll()
    .where('payment_id', '=', payment.id)
    .where('kind', '<>', 'sale')
    .execute()
  const known = rows.filter(({ reference }) => reference !== rest)
  const made = readDecisions(payment, disputes, known)
  if (answer) {
    const others = known.filter(({ reference }) => !made.some((one) => one.reference === reference))
    const shown = sum(others.map((one) => one.gross_cents)) + sum(made.map((one) => one.grossCents))
    made.push({
      reference: rest,
      kind: 'refund',
      movedAt: answer.changedAt,
      grossCents: cents(Math.min(0, 0 - shown - refundedSum(payment, disputes, answer))),
      currency: answer.currency,
      settled: null,
    })
  }
  const gone = made.filter(isNothing).map(({ reference }) => reference)
  if (rows.some(({ reference }) => gone.includes(reference))) {
    await trx
      .deleteFrom('money_movements')
      .where('payment_id', '=', payment.id)
      .where('reference', 'in', gone)
      .execute()
  }
  const something = made.filter((one) => !isNothing(one))
  await writeMovements(trx, payment.provider, { payment_id: payment.id }, something)
}

/**
 * The most that PayPal has said, because a later answer may list no refund. That is not kept beside
 * what a dispute took: where a dispute may have taken as much, only this answer counts.
 */
function refundedSum(
  { refunded_cents: most }: StoredPayment,
  disputes: readonly Row<'disputes'>[],
  { refundedCents }: Payment,
): number {
  if (disputes.some(({ round }) => round > 1)) return refundedCents
  const lost = disputes.filter(({ status }) => status === 'lost')
  return most > sum(lost.map((one) => one.amount_cents)) ? most : refundedCents
}

function isNothing({ grossCents, settled }: Movement): boolean {
  return grossCents === 0 && (settled?.feeCents ?? 0) === 0
}

/** What each decided dispute changed, beside what it changed when it was decided before. */
function readDecisions(
  payment: StoredPayment,
  disputes: readonly Row<'disputes'>[],
  known: readonly Known[],
): Movement[] {
  const refunds = known.filter(({ kind }) => kind === 'refund')
  return disputes
    .filter(({ status, currency }) => status !== 'open' && currency === payment.currency)
    .map((dispute) => {
      const { reference: name, round, status, amount_cents: amount, fee_cents: feeCents } = dispute
      const reference = round === 1 ? name : `${name}:${round}`
      const earlier = known.filter(
        (one) =>
          one.reference !== reference &&
          (one.reference === name || one.reference.startsWith(`${name}:`)),
      )
      const isTaken = status === 'lost' && !takeRefund(refunds, dispute)
      const gross = (isTaken ? -amount : 0) - sum(earlier.map((one) => one.gross_cents))
      const fee =
        feeCents === null ? null : feeCents - sum(earlier.map((one) => one.fee_cents ?? 0))
      return {
        reference,
        kind: gross > 0 ? 'dispute_won' : 'dispute',
        movedAt: dispute.updated_at,
        grossCents: cents(gross),
        currency: payment.currency,
        settled:
          fee === null
            ? null
            : {
                feeCents: cents(fee),
                feeCurrency: payment.currency,
                netCents: cents(gross - fee),
                currency: payment.currency,
              },
      }
    })
}

const sameMomentMs = 60 * 60_000

/**
 * PayPal may list what a lost dispute took among the refunds: one of the same amount at about the
 * same time. Takes it from the list, so that it is not the refund of another dispute as well.
 */
function takeRefund(refunds: Known[], dispute: Row<'disputes'>): boolean {
  const index = refunds.findIndex(
    ({ gross_cents: gross, moved_at: at }) =>
      gross === -dispute.amount_cents &&
      Math.abs(at.getTime() - dispute.updated_at.getTime()) < sameMomentMs,
  )
  if (index >= 0) refunds.splice(index, 1)
  return index >= 0
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}
