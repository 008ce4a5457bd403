import { sql, type RawBuilder } from 'kysely'
import { addressOf } from '#contract/endpoint.ts'
import { paths } from '#contract/paths.ts'
import type { TodayKind } from '#contract/staff.ts'
import { heldForStaff } from '#domain/held-payments.ts'
import { mayDo, type Right } from '#domain/rights.ts'
import type { Admin } from '#server/services/audit/audit-log.ts'
import { listFaults } from '#server/services/connections/connection-faults.ts'
import { paidWhileBanned } from '#server/services/bans/bans.ts'
import type { Services } from '#server/services/context.ts'
import { findUnanswered } from '#server/services/orders/order-messages.ts'
import { selectOpenDisputes } from '#server/services/payments/disputes.ts'
import { findAdaptersToEnable, findPerksToHandle } from '#server/services/perks/admin-adapters.ts'
import { isActive } from '#server/services/perks/delivery-states.ts'
import { isDeliveredByAdapter } from '#server/services/perks/order-perks.ts'
import { selectReported } from '#server/services/team/admin-listings.ts'
import { readIncome } from './income.ts'
import { findEndingApproval, findSalesToCheck } from './monetisation.ts'

/** What there is to do of a kind: how much, since when, and until when the first of it, if somebody says so. */
interface Waiting {
  readonly count: number
  readonly oldestAt: Date | null
  readonly dueAt?: Date | null
}

interface Kind {
  readonly kind: TodayKind
  readonly right: Right
  /** Where in /admin it is, as the query of its address. */
  readonly query: Readonly<Record<string, string>>
  readonly find: (services: Services) => Promise<Waiting>
}

/** What there can be to do. Two of one kind are one line with two places. */
const kinds: readonly Kind[] = [
  {
    kind: 'hand_over',
    right: 'orders.deliver',
    query: { section: 'orders', toDeliver: 'true' },
    find: findOrdersToHandOver,
  },
  {
    kind: 'hand_over',
    right: 'orders.deliver',
    query: { section: 'skins', toDeliver: 'true' },
    find: ({ database: { db } }) =>
      db
        .selectFrom('skin_purchases')
        .select(waitingSince(sql`created_at`))
        .where('delivered_at', 'is', null)
        .executeTakeFirstOrThrow(),
  },
  {
    kind: 'messages',
    right: 'messages',
    query: { section: 'orders', unanswered: 'true' },
    find: findUnanswered,
  },
  {
    kind: 'disputes',
    right: 'payments',
    query: { section: 'inbox', part: 'disputes' },
    find: (services) =>
      selectOpenDisputes(services)
        .where('disputes.awaits_answer', '=', true)
        .select(waitingSince(sql`disputes.opened_at`))
        .select(({ fn }) => fn.min('disputes.answer_by').as('dueAt'))
        .executeTakeFirstOrThrow(),
  },
  {
    kind: 'unmatched_payments',
    right: 'payments',
    query: { section: 'inbox', part: 'unmatched' },
    find: findUnmatched,
  },
  {
    kind: 'paid_while_banned',
    right: 'payments',
    query: { section: 'inbox', part: 'unmatched' },
    find: (services) =>
      selectUnmatched(services)
        .select(waitingSince(sql`made_at`))
        .where('unmatched_reason', '=', paidWhileBanned)
        .executeTakeFirstOrThrow(),
  },
  {
    kind: 'paid_while_banned',
    right: 'payments',
    query: { section: 'kr', list: 'packs' },
    find: (services) =>
      selectKeptPacks(services).where('mismatch', '=', paidWhileBanned).executeTakeFirstOrThrow(),
  },
  {
    kind: 'kept_packs',
    right: 'payments',
    query: { section: 'kr', list: 'packs' },
    find: (services) =>
      selectKeptPacks(services)
        .where('mismatch', '<>', paidWhileBanned)
        .where((eb) => eb.not(isCreditedByHand))
        .executeTakeFirstOrThrow(),
  },
  {
    kind: 'payments_to_accept',
    right: 'payments',
    query: { section: 'orders', status: 'processing' },
    find: ({ database, paypal }) =>
      database.db
        .selectFrom('payments')
        .select(waitingSince(sql`made_at`))
        .where('status', '=', 'held')
        .where('held_reason', 'in', heldForStaff)
        .where('provider_mode', '=', paypal.mode)
        .executeTakeFirstOrThrow(),
  },
  {
    kind: 'deliveries',
    right: 'perks.read',
    query: { section: 'perks' },
    find: findPerksToHandle,
  },
  {
    kind: 'adapters_to_enable',
    right: 'adapters',
    query: { section: 'perks' },
    find: findAdaptersToEnable,
  },
  {
    kind: 'connection_faults',
    right: 'payments',
    query: { section: 'connections' },
    find: async (services) => {
      const [oldest, ...others] = await listAllFaults(services)
      return { count: oldest ? others.length + 1 : 0, oldestAt: oldest?.since ?? null }
    },
  },
  {
    kind: 'reports',
    right: 'team.moderate',
    query: { section: 'team' },
    find: ({ database: { db } }) =>
      selectReported(db)
        .clearSelect()
        .select(waitingSince(sql`open_reports.since`))
        .executeTakeFirstOrThrow(),
  },
  {
    kind: 'sales_to_check',
    right: 'site.edit',
    query: { section: 'site', list: 'monetisation' },
    find: findSalesToCheck,
  },
  {
    kind: 'approval_ends',
    right: 'site.edit',
    query: { section: 'site', list: 'monetisation' },
    find: findEndingApproval,
  },
]

/** What is to do, what came in and what ends soon, as far as somebody with this role may see it. */
export async function readToday(services: Services, { role }: Pick<Admin, 'role'>) {
  const may = (right: Right): boolean => mayDo(role, right)
  const found = await Promise.all(
    kinds
      .filter(({ right }) => may(right))
      .map(async ({ kind, query, find }) => ({ kind, query, ...(await find(services)) })),
  )
  return {
    modes: { paypal: services.paypal.mode, stripe: services.stripe.mode },
    todo: found
      .filter(({ count }) => count > 0)
      .map(({ oldestAt, ...waiting }) => ({ ...waiting, oldestAt: oldestAt ?? services.clock() }))
      .toSorted((one, other) => one.oldestAt.getTime() - other.oldestAt.getTime())
      .map(({ kind, count, oldestAt, dueAt, query }) => ({
        kind,
        count,
        oldestAt,
        ...(dueAt && { dueAt }),
        address: addressOf({ path: paths.admin() }, { query }),
      })),
    connectionFaults: may('payments') ? await listAllFaults(services) : [],
    money: may('money') ? await readIncome(services) : null,
    ending: may('perks.read') ? await listEnding(services) : [],
  }
}

function waitingSince(time: RawBuilder<unknown>) {
  return [sql<number>`count(*)`.as('count'), sql<Date | null>`min(${time})`.as('oldestAt')] as const
}

function findOrdersToHandOver(services: Services): Promise<Waiting> {
  return services.database.db
    .selectFrom('orders')
    .innerJoin('purchases', 'purchases.order_id', 'orders.id')
    .select(waitingSince(sql`purchases.created_at`))
    .where('orders.status', '=', 'paid')
    .where('orders.provider_mode', '=', services.paypal.mode)
    .where('purchases.delivered_at', 'is', null)
    .where((eb) => eb.not(isDeliveredByAdapter(services, 'orders.id')))
    .executeTakeFirstOrThrow()
}

/** Completed payments without an order, but those kept back by a ban, and answers that cannot be parsed. */
function findUnmatched(services: Services): Promise<Waiting> {
  return services.database.db
    .selectFrom((eb) =>
      selectUnmatched(services)
        .select('made_at as since')
        .where('unmatched_reason', 'is distinct from', paidWhileBanned)
        .unionAll(
          eb
            .selectFrom('unreadable_answers')
            .select('first_seen_at as since')
            .where('resolved_at', 'is', null)
            // What opens a payment has our own id as yet: nobody could pay.
            .where(
              sql<boolean>`reference is distinct from coalesce(order_id, krypto_order_id)::text`,
            ),
        )
        .as('waiting'),
    )
    .select(waitingSince(sql`since`))
    .executeTakeFirstOrThrow()
}

/** Payments that somebody of the staff has to match or refund. */
export function selectUnmatched({ database, paypal }: Pick<Services, 'database' | 'paypal'>) {
  return database.db
    .selectFrom('payments')
    .where('order_id', 'is', null)
    .where('resolved_at', 'is', null)
    .where('status', '=', 'completed')
    .where('provider_mode', '=', paypal.mode)
}

/** Packs that were paid and brought no Kr. */
function selectKeptPacks({ database, stripe }: Services) {
  return database.db
    .selectFrom('krypto_orders')
    .select(waitingSince(sql`created_at`))
    .where('mismatch', 'is not', null)
    .where('provider_mode', '=', stripe.mode)
}

/**
 * Whether the staff, not a gift, has given Kr to its Steam ID since the pack of `krypto_orders` was opened:
 * by a credit, or by a correction that is as large.
 */
const isCreditedByHand = sql<boolean>`exists (
  select from krypto_transactions t
  where t.steam_id = krypto_orders.steam_id and t.created_at >= krypto_orders.created_at
    and starts_with(t.source, 'admin_request:')
    and (t.transaction_type = 'admin_add' or t.amount >= krypto_orders.amount))`

/** Also of our own texts. The oldest first. */
async function listAllFaults(services: Services) {
  const { documents, clock } = services
  const connections = await listFaults(services)
  const faults = documents.faults()
  if (faults.length === 0) return connections
  const detail = faults.map(({ message }) => message).join('; ')
  const times = { since: documents.openedAt, lastAt: clock() }
  return [...connections, { provider: 'pages', code: 'text_unreadable', detail, ...times } as const]
}

/** The perks that end within a week, the soonest first; not those that a ban stops. */
async function listEnding({ database, clock }: Services) {
  const now = clock()
  const { rows } = await sql<{ steamId: string; name: string | null; perk: string; endsAt: Date }>`
    select c.steam_id as "steamId", c.perk, c.ends_at as "endsAt", (
      -- Of those for somebody else it is the name of another person.
      select o.discord_username from orders o
      where o.steam_id = c.steam_id and o.paid_at is not null and not o.for_somebody_else
      order by o.opened_at desc limit 1
    ) as name
    from perk_coverage c
    where c.ends_at <= ${new Date(now.getTime() + weekMs)} and ${isActive(now)}
      and c.starts_at < c.ends_at
    order by c.ends_at, c.steam_id, c.perk
    limit ${mostEnding}`.execute(database.db)
  return rows
}

const weekMs = 7 * 24 * 60 * 60_000
const mostEnding = 50
