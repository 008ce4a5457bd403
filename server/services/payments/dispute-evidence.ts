import { sql } from 'kysely'
import type { AnswerOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/staff.ts'
import { paths } from '#contract/paths.ts'
import { disputeReasonOf } from '#domain/dispute-reasons.ts'
import { cents, toDecimal } from '#domain/money.ts'
import type { Row } from '#server/db/schema.ts'
import type { Services } from '#server/services/context.ts'
import { selectOrderRecords, type OrderRecord } from '#server/services/orders/orders.ts'
import { selectOpenDisputes } from './disputes.ts'

type Views = AnswerOf<typeof contract.readInbox>['disputes']
type Pack = Row<'krypto_orders'>

const mostDisputes = 100

/** The open disputes, those that wait for our answer first, each with the evidence to copy. */
export async function listDisputes(services: Services): Promise<Views> {
  const rows = await selectOpenDisputes(services)
    .selectAll('disputes')
    .select(['payments.order_id', 'krypto_orders.id as pack_id'])
    .orderBy('disputes.awaits_answer', 'desc')
    .orderBy(sql`disputes.answer_by asc nulls last`)
    .orderBy('disputes.opened_at')
    .limit(mostDisputes)
    .execute()
  return Promise.all(
    rows.map(async ({ order_id: orderId, pack_id: packId, ...dispute }) => {
      const order = orderId === null ? undefined : await findOrder(services, orderId)
      const pack = packId === null ? undefined : await findPack(services, packId)
      const sold = order
        ? await aboutOrder(services, order)
        : pack && (await aboutPack(services, pack))
      const { steam_id: steamId, discord_username: discordUsername } = order ?? pack ?? {}
      return {
        id: dispute.reference,
        provider: dispute.provider,
        amountCents: dispute.amount_cents,
        currency: dispute.currency,
        reason: disputeReasonOf(dispute.reason),
        openedAt: dispute.opened_at.toISOString(),
        awaitsAnswer: dispute.awaits_answer,
        answerBy: dispute.answer_by?.toISOString() ?? null,
        page: services[dispute.provider].disputePage(dispute.reference),
        bought:
          sold && steamId !== undefined && discordUsername !== undefined
            ? { itemName: sold.itemName, steamId, discordUsername }
            : null,
        evidence: [...aboutDispute(services, dispute), ...(sold?.lines ?? noOrder)].join('\n'),
      }
    }),
  )
}

function findOrder(services: Services, id: string): Promise<OrderRecord | undefined> {
  return selectOrderRecords(services).where('orders.id', '=', id).executeTakeFirst()
}

function findPack({ database: { db } }: Services, id: string): Promise<Pack | undefined> {
  return db.selectFrom('krypto_orders').selectAll().where('id', '=', id).executeTakeFirst()
}

const noOrder = ['The shop knows no order of this payment.']

function aboutDispute({ site, config }: Services, dispute: Row<'disputes'>): readonly string[] {
  const provider = dispute.provider === 'paypal' ? 'PayPal' : 'Stripe'
  return [
    `Dispute ${dispute.reference} at ${provider}, opened ${timeOf(dispute.opened_at)}`,
    `Disputed amount: ${amountOf(dispute.amount_cents, dispute.currency)}`,
    `Reason given: ${dispute.reason ?? 'none'}`,
    `Payment id: ${dispute.payment_reference}`,
    `Seller: ${site.current().community.brand}, ${config.publicOrigin}`,
    '',
  ]
}

interface Sold {
  readonly itemName: string
  readonly lines: readonly string[]
}

/** A donation: what was ordered, agreed and delivered. */
async function aboutOrder(services: Services, order: OrderRecord): Promise<Sold> {
  const itemName = order.item_name
  const months = order.duration_months
  const delivery = [
    ...(await aboutPuts(services, order)),
    ...(order.started_at ? [`${timeOf(order.started_at)}: our staff began to work on it`] : []),
    ...(order.delivered_at
      ? [`${timeOf(order.delivered_at)}: delivered in the game by our staff`]
      : []),
  ]
  const messages = await aboutMessages(services, order)
  return {
    itemName,
    lines: [
      `Sold: ${itemName}${months === null ? '' : `, ${months} month${months === 1 ? '' : 's'}`}`,
      'It is a digital item for our DayZ game server; nothing is shipped.',
      `Price: ${amountOf(order.price_cents, order.currency)}`,
      ...(order.refunded_cents > 0
        ? [`Refunded already: ${amountOf(order.refunded_cents, order.currency)}`]
        : []),
      `Order: ${order.id}, opened ${timeOf(order.opened_at)}, paid ${timeOf(order.paid_at)}`,
      ...aboutBuyer(services, order),
      ...(order.details === null
        ? []
        : [`What the buyer wrote for the delivery: ${order.details}`]),
      '',
      'Delivery:',
      ...(delivery.length > 0 ? delivery : [noDelivery(services, order)]),
      ...(messages.length > 0 ? ['', 'Messages about the order:', ...messages] : []),
    ],
  }
}

/** A pack: the Kr that it credited, and what was bought with Kr since. */
async function aboutPack(services: Services, pack: Pack): Promise<Sold> {
  const { db } = services.database
  const itemName = `${pack.amount} Kr`
  const credits = await db
    .selectFrom('krypto_transactions')
    .select(['created_at', 'amount', 'description'])
    .where('steam_id', '=', pack.steam_id)
    .where(sql<string>`split_part(source, ':', 2)`, '=', pack.session_id)
    .where('amount', '>', 0)
    .orderBy('id')
    .execute()
  const skins = await db
    .selectFrom('skin_purchases')
    .select(['created_at', 'item_name', 'price_kr', 'delivered_at'])
    .where('steam_id', '=', pack.steam_id)
    .where('created_at', '>=', pack.paid_at ?? pack.created_at)
    .orderBy('created_at')
    .limit(mostLines)
    .execute()
  const spent = skins.map(
    (skin) =>
      `${timeOf(skin.created_at)}: bought ${skin.item_name} for ${skin.price_kr} Kr${
        skin.delivered_at ? `, delivered in the game ${timeOf(skin.delivered_at)}` : ''
      }`,
  )
  return {
    itemName,
    lines: [
      `Sold: ${pack.amount} Kr${pack.bonus > 0 ? ` and ${pack.bonus} Kr as a bonus` : ''}, a currency of our DayZ game server for cosmetic items; nothing is shipped.`,
      `Price: ${amountOf(pack.price_cents, pack.currency)}`,
      `Order: ${pack.id}, opened ${timeOf(pack.created_at)}, paid ${timeOf(pack.paid_at)}`,
      ...aboutBuyer(services, pack),
      '',
      'Delivery:',
      ...credits.map(
        ({ created_at: at, amount, description }) =>
          `${timeOf(at)}: ${amount} Kr credited to the Steam ID (${description})`,
      ),
      ...spent,
    ],
  }
}

type Buyer = Pick<
  OrderRecord & Pack,
  'steam_id' | 'discord_username' | 'user_id' | 'agreed_terms' | 'agreed_at'
>

function aboutBuyer({ config }: Services, buyer: Buyer): readonly string[] {
  const account = buyer.user_id === null ? '' : ', signed in with Discord'
  return [
    `Buyer: ${buyer.discord_username} (Discord)${account}`,
    `Delivered to the Steam account: https://steamcommunity.com/profiles/${buyer.steam_id}`,
    buyer.agreed_terms === null
      ? 'Agreement: no version of the terms is recorded for this order.'
      : `Agreement: before paying, ${timeOf(buyer.agreed_at)}, the buyer agreed to our terms of sale (version ${buyer.agreed_terms}) and to immediate delivery: ${config.publicOrigin}${paths.legalTerms()}`,
  ]
}

const mostLines = 30

/** What the buyer and our staff wrote to each other, the newest if there is much. */
async function aboutMessages({ database: { db } }: Services, { id }: OrderRecord) {
  const messages = await db
    .selectFrom('order_messages')
    .select(['at', 'author', 'text', sql<boolean>`picture is not null`.as('hasPicture')])
    .where('order_id', '=', id)
    .orderBy('id', 'desc')
    .limit(mostLines)
    .execute()
  return messages.toReversed().map(({ at, author, text, hasPicture }) => {
    const writer = author === null ? 'the buyer wrote' : 'our staff wrote to the buyer'
    return `${timeOf(at)}: ${writer}${hasPicture ? ', with a picture' : ''}: ${text}`
  })
}

/**
 * When the adapters first put into the game what the order brought, wherever transfers have moved it.
 * What is put there after its time was brought by a later order.
 */
async function aboutPuts({ database: { db } }: Services, order: OrderRecord) {
  const { rows } = await sql<{ adapter: string; steamId: string; at: Date }>`
    with recursive chain as (
      select * from perk_entries where kind = 'granted' and order_id = ${order.id}
      union all
      select e.* from perk_entries e join chain on e.moved_from = chain.id
    )
    select a.adapter, a.steam_id as "steamId", min(a.at) as at
    from chain c
    join perk_attempts a on a.steam_id = c.steam_id and a.perk = c.perk and a.what = 'put'
      and a.code is null and a.at between c.at and case c.term_kind
        when 'months' then c.at + make_interval(months => c.term_months)
        when 'time' then c.at + c.term_ms * interval '1 millisecond'
        else coalesce(c.term_until, 'infinity') end
    -- A role in Discord is not in the game.
    join perk_deliveries d
      on (d.adapter, d.steam_id, d.perk) = (a.adapter, a.steam_id, a.perk) and not d.is_extra
    group by a.adapter, a.steam_id order by 3`.execute(db)
  return rows.map(({ adapter, steamId, at }) => {
    const moved =
      steamId === order.steam_id ? '' : `, for the Steam ID ${steamId} to which it was moved`
    return `${timeOf(at)}: ${adapter}: put into the game and read back there (verified)${moved}`
  })
}

/** Earlier versions kept the record of a delivery for this long; now it is 200 days. */
const recordsKeptMs = 90 * 24 * 60 * 60_000

function noDelivery({ clock }: Services, order: OrderRecord): string {
  const age = clock().getTime() - (order.paid_at ?? order.opened_at).getTime()
  return age > recordsKeptMs && !order.is_handed_over_once
    ? 'No record of the delivery is left: we delete them after some months.'
    : 'No delivery is recorded.'
}

function amountOf(amountCents: number, currency: string): string {
  return `${toDecimal(cents(amountCents))} ${currency}`
}

/** `2026-11-20 18:04 UTC` */
function timeOf(time: Date | string | null): string {
  if (time === null) return 'at an unknown time'
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
