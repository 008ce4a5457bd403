import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { AnswerOf } from '#contract/endpoint.ts'
import { addOffer } from '#contract/offers.ts'
import type * as contract from '#contract/offers.ts'
import type { FieldError } from '#contract/problem.ts'
import { codeEnd, isGift, packsName, type OfferKind } from '#domain/offers.ts'
import { perkOf } from '#domain/products.ts'
import type { Row } from '#server/db/schema.ts'
import { writeAudit, type Admin, type AuditEntry } from '#server/services/audit/audit-log.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { answerOnce, hashRequest } from '#server/services/idempotency.ts'
import { publishEvents } from '#server/services/notify-events.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { keptPackCents } from '#server/services/kryptonite/pack-orders.ts'

type Offering = Pick<Services, 'config' | 'database' | 'clock' | 'site'>
type StoredOffer = Row<'offers'>

/** Those that can be used now or later, then the others; newest first. */
export async function listOffers({
  config,
  database,
  clock,
}: Offering): Promise<AnswerOf<typeof contract.listOffers>> {
  const offers = await readOffers(database.db, null)
  const now = clock().toISOString()
  const isOver = ({ endsAt }: contract.OfferView): boolean => endsAt !== null && endsAt <= now
  return {
    offers: [...offers.filter((one) => !isOver(one)), ...offers.filter(isOver)],
    onlyPacks: config.paypal.driver === 'hosted',
  }
}

/** With what each brought. Null reads all. */
async function readOffers(
  db: Services['database']['db'] | Trx,
  ids: readonly string[] | null,
): Promise<contract.OfferView[]> {
  const { rows } = await sql<StoredOffer & Uses>`
    select offers.*, bought.*, packs.*, redeemed.* from offers
    left join lateral (
      select count(*) filter (where orders.status in ('pending', 'processing')) as orders_held,
        count(*) filter (where orders.status in ('paid', 'disputed', 'refunded')) as orders_paid,
        coalesce(sum(p.amount_cents - p.refunded_cents), 0)::bigint as income_cents
      from orders left join payments p on p.order_id = orders.id and p.status in ('completed', 'refunded')
      where orders.offer_id = offers.id
    ) bought on true
    left join lateral (
      select count(*) filter (where status in ('pending', 'processing')) as packs_held,
        count(*) filter (where status in ('paid', 'disputed', 'refunded')) as packs_paid,
        coalesce(sum(${keptPackCents}) filter (where paid_at is not null), 0)::bigint
          as income_usd_cents
      from krypto_orders where offer_id = offers.id
    ) packs on true
    left join lateral (
      select count(*) as redeemed from offer_redemptions where offer_id = offers.id
    ) redeemed on true
    where ${ids === null ? sql`true` : sql`offers.id = any(${ids}::uuid[])`}
    order by offers.created_at desc, offers.id`.execute(db)
  return rows.map(viewOf)
}

interface Uses {
  readonly orders_held: number
  readonly orders_paid: number
  readonly packs_held: number
  readonly packs_paid: number
  readonly redeemed: number
  readonly income_cents: number
  readonly income_usd_cents: number
}

function viewOf(row: StoredOffer & Uses): contract.OfferView {
  const { id, kind, value, code, products, note } = row
  return {
    id,
    kind,
    value,
    code,
    products,
    note,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at?.toISOString() ?? null,
    limit: row.use_limit,
    perPlayer: row.per_player,
    uses: row.orders_paid + row.packs_paid + row.redeemed,
    held: row.orders_held + row.packs_held,
    incomeCents: row.income_cents,
    incomeUsdCents: row.income_usd_cents,
    createdAt: row.created_at.toISOString(),
  }
}

/**
 * One offer, or as many as `make` says, once per key. Refuses with `validation_failed` and the fields,
 * or `idempotency_key_reused`.
 */
export function addOffers(
  services: Offering,
  admin: Admin,
  request: contract.NewOffer,
  key: string | null = null,
): Promise<AnswerOf<typeof contract.addOffer>> {
  const now = services.clock()
  const { kind, value, products = null, endsAt = null, note, make = 1 } = request
  const starts = new Date(Math.max(Date.parse(request.startsAt), now.getTime()))
  const terms = {
    kind,
    value,
    products: kind === 'kr' ? null : products,
    starts_at: starts,
    ends_at: endsAt === null ? null : new Date(endsAt),
    use_limit: request.limit ?? withoutLimit(kind),
    per_player: request.perPlayer ?? withoutLimit(kind),
    note,
    created_at: now,
  }
  const isMade = request.make !== undefined || (isGift(kind) && request.code === undefined)
  const once = { scope: 'offer', key, requestHash: hashRequest(request), now }
  return services.database.transaction((trx) =>
    answerOnce(trx, once, addOffer.answer, async () => {
      refuse(findFaults(services, request, now))
      const ids: string[] = []
      for (let made = 0; made < make; made += 1) {
        const code = isMade ? makeCode() : (request.code ?? null)
        const added = await trx
          .insertInto('offers')
          .values({ ...terms, code })
          .onConflict((conflict) => conflict.column('code').doNothing())
          .returning('id')
          .executeTakeFirst()
        if (!added) refuse([fault('code', 'taken', 'is that of another offer')])
        else ids.push(added.id)
      }
      const offers = await readOffers(trx, ids)
      for (const one of offers) await record(services, trx, admin, 'offer_added', null, one)
      const [first] = offers
      return request.make === undefined && first ? first : { offers }
    }),
  )
}

/** What an empty limit means: a gift is never unlimited. */
function withoutLimit(kind: OfferKind): 1 | null {
  return isGift(kind) ? 1 : null
}

function findFaults(
  { config, site }: Offering,
  { kind, products = null, startsAt, endsAt = null, ...request }: contract.NewOffer,
  now: Date,
): FieldError[] {
  const known = site.current().products
  const isSale = !isGift(kind) && request.code === undefined && request.make === undefined
  const faults: (FieldError | false)[] = [
    endsAt !== null &&
      Date.parse(endsAt) <= Math.max(Date.parse(startsAt), now.getTime()) &&
      fault('endsAt', 'not_after', 'must be after its beginning and now'),
    request.code !== undefined &&
      request.make !== undefined &&
      fault('code', 'made', 'is made: leave it out'),
    isSale && (request.limit ?? null) !== null && fault('limit', 'needs_code', 'needs a code'),
    isSale &&
      (request.perPlayer ?? null) !== null &&
      fault('perPlayer', 'needs_code', 'needs a code'),
    ...(products ?? []).map((slug, index) => {
      const path = `products.${index}`
      if (slug === packsName) {
        if (!isSale) return fault(path, 'packs_sale_only', 'packs have sales only')
        return kind === 'amount' && fault(path, 'packs_percent_only', 'packs cost dollars')
      }
      return (
        !known.some((product) => product.slug === slug) &&
        fault(path, 'unknown_product', 'is no product')
      )
    }),
    kind === 'perk' &&
      !known.some(
        (product) =>
          products?.length === 1 && product.slug === products[0] && perkOf(product) !== null,
      ) &&
      fault('products', 'one_perk', 'must be the one product whose perk it gives'),
    !isGift(kind) &&
      config.paypal.driver === 'hosted' &&
      (products === null || products.some((slug) => slug !== packsName)) &&
      fault('products', 'hosted_prices', 'PayPal’s buttons have fixed prices'),
  ]
  return faults.filter((one) => one !== false)
}

function fault(path: string, code: string, message: string): FieldError {
  return { path, code, message }
}

function refuse(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw new ServiceError('validation_failed', { errors })
}

/** Without what looks alike: 0 and O, 1, I and L. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const codeLength = 10

function makeCode(): string {
  return Array.from({ length: codeLength }, () => letters[randomInt(letters.length)]).join('')
}

/** Changes until when, how often and the note. Refuses with `not_found` and `validation_failed`. */
export async function changeOffer(
  services: Offering,
  admin: Admin,
  id: string,
  { endsAt, note, ...change }: contract.OfferChange,
): Promise<contract.OfferView> {
  const now = services.clock()
  return services.database.transaction(async (trx) => {
    const { stored, before } = await lockOffer(trx, id)
    const isSale = stored.code === null
    const typed = (limit: number | null | undefined) =>
      limit === null ? withoutLimit(stored.kind) : limit
    const limit = typed(change.limit)
    const perPlayer = typed(change.perPlayer)
    const faults = [
      endsAt &&
        Date.parse(endsAt) <= Math.max(stored.starts_at.getTime(), now.getTime()) &&
        fault('endsAt', 'not_after', 'must be after its beginning and now'),
      // A sale that is over is a part of the past prices; a colleague may have stopped a code meanwhile.
      endsAt !== undefined &&
        stored.ends_at !== null &&
        stored.ends_at <= now &&
        fault('endsAt', 'over', 'it is over: make a new one'),
      limit && isSale && fault('limit', 'needs_code', 'needs a code'),
      limit &&
        limit < before.uses + before.held &&
        fault('limit', 'below_used', 'is below what is used'),
      perPlayer && isSale && fault('perPlayer', 'needs_code', 'needs a code'),
    ]
    refuse(faults.filter((one) => typeof one === 'object' && one !== null))
    const changes = {
      ...(endsAt !== undefined && { ends_at: endsAt === null ? null : new Date(endsAt) }),
      ...(limit !== undefined && { use_limit: limit }),
      ...(perPlayer !== undefined && { per_player: perPlayer }),
      ...(note !== undefined && { note }),
    }
    if (Object.keys(changes).length === 0) return before
    await trx.updateTable('offers').set(changes).where('id', '=', id).execute()
    const [after = before] = await readOffers(trx, [id])
    await record(services, trx, admin, 'offer_changed', before, after)
    return after
  })
}

/** Ends it now, or takes one away that has not begun. Refuses with `not_found`. */
export async function stopOffer(services: Offering, admin: Admin, id: string): Promise<void> {
  const now = services.clock()
  await services.database.transaction(async (trx) => {
    const { stored, before } = await lockOffer(trx, id)
    if (stored.ends_at !== null && stored.ends_at <= now) return
    if (stored.starts_at > now) {
      // Nobody can have used it.
      await trx.deleteFrom('offers').where('id', '=', id).execute()
    } else {
      await trx.updateTable('offers').set({ ends_at: now }).where('id', '=', id).execute()
    }
    await record(services, trx, admin, 'offer_stopped', before, null)
  })
}

async function lockOffer(trx: Trx, id: string) {
  const stored = await trx
    .selectFrom('offers')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  const [before] = await readOffers(trx, [id])
  if (!stored || !before) throw new ServiceError('not_found')
  return { stored, before }
}

/** Logs it, without a code that others can use, and lets open pages ask for the prices again. */
async function record(
  services: Offering,
  trx: Trx,
  admin: Admin,
  action: Extract<AuditEntry['action'], `offer_${string}`>,
  before: contract.OfferView | null,
  after: contract.OfferView | null,
): Promise<void> {
  const { id = '', code = null } = after ?? before ?? {}
  const logged = (offer: contract.OfferView | null) =>
    offer && { ...offer, code: code && codeEnd(code) }
  await writeAudit(services, trx, admin, {
    action,
    subject: `offer:${id}`,
    before: logged(before),
    after: logged(after),
  })
  if (code === null) await publishEvents(trx, sql`select 'site', '{}'::jsonb, null`)
}
