import { sql } from 'kysely'
import { mostListed, type FoundPlayer } from '#contract/players.ts'
import type { SteamId64 } from '#domain/steam-id64.ts'
import type { Admin } from '#server/services/audit/audit-log.ts'
import { paidWhileBanned } from '#server/services/bans/bans.ts'
import type { Services } from '#server/services/context.ts'
import { searchTransactions } from '#server/services/kryptonite/admin-ledger.ts'
import { listPackOrders, matchesPackBuyer } from '#server/services/kryptonite/pack-orders.ts'
import { readBalance } from '#server/services/kryptonite/wallet.ts'
import {
  beginningWith,
  containing,
  exactly,
  isSteamId,
  matchesPlayer,
} from '#server/services/list-queries.ts'
import { matchesBuyer, searchOrders } from '#server/services/orders/admin-orders.ts'
import { listGrants } from '#server/services/perks/admin-grants.ts'
import { listHeldBy } from '#server/services/perks/holdings.ts'
import { listSkinPurchases } from '#server/services/skins/admin-skin-purchases.ts'
import { listListingsOf } from '#server/services/team/admin-listings.ts'
import { readSeen } from './people.ts'
import { listNotes } from './player-notes.ts'
import { selectUnmatched } from './today.ts'

const mostNames = 5
const shortestPartOfName = 3

/** Whom a search of orders, packs, balances, skins, perks or accounts finds, best first. */
export async function searchPlayers(
  { database: { db } }: Pick<Services, 'database'>,
  search: string,
): Promise<readonly FoundPlayer[]> {
  if (search === '') return []
  // A shorter part is in the names of nearly everybody.
  const isWholeName = search.length < shortestPartOfName
  const name = isWholeName ? exactly(search) : containing(search)
  const isPlayer = isWholeName
    ? sql<boolean>`discord_username ilike ${name}`
    : matchesPlayer(search)
  const orders = db
    .selectFrom('orders')
    .where((eb) => (isWholeName ? isPlayer : matchesBuyer(eb, search)))
  const packs = db
    .selectFrom('krypto_orders')
    .where((eb) => (isWholeName ? isPlayer : matchesPackBuyer(eb, search)))
  // Anybody can have somebody else's Steam ID in their name, so it finds and ranks none.
  const isOnePlayer = isSteamId(search)
  const isTheirs = isOnePlayer
    ? isPlayer
    : sql`(${isPlayer} or name ilike ${name} or persona_name ilike ${name} or exists (
        select from accounts where accounts.user_id = users.id and account_id = ${search}))`
  // An account without a linked Steam ID has those for which it bought something for itself.
  const accounts = sql`
    select steam_id, name, at from (
      select user_id, steam_id, persona_name, claimed_at as at from steam_claims
      union all select user_id, steam_id, null, opened_at from orders where not for_somebody_else
      union all select user_id, steam_id, null, created_at from krypto_orders
        where not for_somebody_else
    ) theirs join users on users.id = theirs.user_id
    where ${isTheirs}`
  const { rows } = await sql<FoundPlayer>`
    with found (steam_id, name, at) as (
      ${orders.select(['steam_id', 'discord_username', 'opened_at'])}
      union all ${packs.select(['steam_id', 'discord_username', 'created_at'])}
      union all select steam_id, discord_username, updated_at from krypto_balance where ${isPlayer}
      union all select steam_id, discord_username, created_at from skin_purchases where ${isPlayer}
      union all select steam_id, null, at from perk_entries where steam_id = ${search}
      union all ${accounts}
    ), ranked as (
      select steam_id, name, max(at) as at, case
        when ${sql.lit(isOnePlayer)} or lower(name) = lower(${search}) then 0
        when name ilike ${beginningWith(search)} then 1 else 2 end as rank
      from found group by steam_id, name
    )
    select steam_id as "steamId", coalesce((array_agg(name order by rank, at desc)
      filter (where name <> '-'))[:${sql.lit(mostNames)}], '{}') as names
    from ranked group by steam_id order by min(rank), max(at) desc, steam_id
    limit ${mostListed}`.execute(db)
  return rows
}

/** Whether this is PayPal's id of a payment that belongs to no order, and so to nobody yet. */
export async function isUnmatchedPayment(
  services: Pick<Services, 'database' | 'paypal'>,
  reference: string,
): Promise<boolean> {
  const payment = await selectUnmatched(services)
    .select('id')
    .where('reference', '=', reference.toUpperCase())
    .where('unmatched_reason', 'is distinct from', paidWhileBanned)
    .executeTakeFirst()
  return payment !== undefined
}

/** Everything about a Steam ID, also about one that nobody here has seen. */
export async function readPlayer(services: Services, admin: Admin, steamId: SteamId64) {
  const of = { search: steamId, cursor: undefined }
  const since = new Date(services.clock().getTime() - endedPerksShownMs)
  const account = await findAccount(services, steamId)
  const [found, perks, grants, orders, packs, skins, balance, transactions, listings, notes] =
    await Promise.all([
      searchPlayers(services, steamId),
      listHeldBy(services, steamId, since),
      listGrants(services, { steamId, state: undefined, cursor: undefined }),
      searchOrders(services, {
        ...of,
        status: undefined,
        paid: false,
        toDeliver: false,
        unanswered: false,
      }),
      listPackOrders(services, of),
      listSkinPurchases(services, { ...of, toDeliver: false }),
      readBalance(services, steamId),
      searchTransactions(services, { ...of, type: undefined }),
      account ? listListingsOf(services, account.userId) : [],
      listNotes(services.database, admin, steamId),
    ])
  const known = found.find((player) => player.steamId === steamId)
  return {
    steamId,
    names: known?.names ?? [],
    isKnown: known !== undefined,
    account: account && { id: account.id, name: account.name, lastSeenAt: account.lastSeenAt },
    perks: perks.map(({ view }) => view),
    grants: grants.grants,
    orders: orders.rows,
    packs: packs.orders,
    skins: skins.rows,
    balance,
    transactions: transactions.rows,
    listings,
    notes,
  }
}

const endedPerksShownMs = 30 * 24 * 60 * 60_000

/** The account at Discord that has linked a Steam ID. */
async function findAccount({ database: { db } }: Pick<Services, 'database'>, steamId: string) {
  const linked = await db
    .selectFrom('steam_claims')
    .innerJoin('accounts', 'accounts.user_id', 'steam_claims.user_id')
    .select('account_id')
    .where('steam_id', '=', steamId)
    .where('provider_id', '=', 'discord')
    .executeTakeFirst()
  const [account = null] = linked ? await readSeen(db, [linked.account_id]) : []
  return account
}
