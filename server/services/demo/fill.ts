import { sql, type Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import type { Services, Trx } from '#server/services/context.ts'
import { reconcileOrders } from '#server/services/payments/order-payable.ts'
import { reconcilePacks } from '#server/services/payments/pack-payable.ts'
import { registerAdapter } from '#server/services/perks/reconciler.ts'
import { people, userIdOf } from './event.ts'
import { setGoal } from './goal.ts'
import { awaitSandbox, type SandboxCalls } from './sandbox-calls.ts'
import { findDemoData } from './remove.ts'
import { minutesBefore, playStory, servicesAt } from './timeline.ts'

/** The tables whose rows a shop makes; those of the demo are marked, so that they can be removed. */
const tables = [
  'users',
  'orders',
  'payments',
  'krypto_orders',
  'krypto_transactions',
  'shop_items',
  'skin_purchases',
  'team_listings',
  'offers',
  'perk_batches',
  'perk_entries',
  'people',
  'audit_log',
] as const

/**
 * Fills an empty database with a small community: by the services that do it for real people, paid
 * at the sandbox, at times before now. In one transaction, so that it is there as a whole or, after
 * a kill, not at all. Other processes wait for it, and then find the shop filled. Without the
 * sandbox the shop stays empty until the next start.
 */
export async function fillWithDemoData(services: Services): Promise<void> {
  const { database, config, log } = services
  const isFilledBefore = (await findDemoData(services)).filledAt !== null
  if (!isFilledBefore && !(await isEmpty(database.db))) return
  const sandbox = await awaitSandbox(config)
  if (!sandbox) {
    log.warn('no demo data: the sandbox does not answer')
    return
  }
  const began = performance.now()
  try {
    const isFilledNow =
      !isFilledBefore &&
      (await database.withoutStatementTimeout
        .transaction()
        .execute((trx) => sandbox.withoutWebhooks(() => fill(services, trx, sandbox))))
    if ((await findDemoData(services)).filledAt === null) return
    // By every process and at every start: the sandbox forgets it with its process.
    await sandbox.misplaceWebhook()
    if (!isFilledNow) return
    const seconds = Math.round(performance.now() - began) / 1000
    log.info({ seconds }, 'filled with demo data; DEMO_DATA=false starts empty')
  } catch (error) {
    log.warn({ err: error }, 'no demo data: the shop stays empty')
  }
}

async function fill(services: Services, trx: Trx, sandbox: SandboxCalls): Promise<boolean> {
  // Nobody else writes meanwhile, so that all that is there afterwards is the demo's.
  await sql`
    lock table ${sql.join(tables.map((name) => sql.table(name)))}
    in share row exclusive mode`.execute(trx)
  if (!(await isEmpty(trx))) return false
  const start = services.clock()
  const opening = minutesBefore(start, minutesSinceOpening)
  await makeAccounts(trx, opening)
  const then = servicesAt(services, trx, opening)
  for (const adapter of services.perkAdapters) await registerAdapter(then, adapter)
  // The prices of the files are older than this start: the demo's sale names what was there before.
  await trx.updateTable('list_prices').set({ since: opening }).execute()
  await playStory(services, trx, start, sandbox)
  // What was never paid has expired by now.
  const now = servicesAt(services, trx, start)
  await reconcileOrders(now)
  await reconcilePacks(now)
  await setGoal(now, trx)
  await writeServerHistory(trx, start)
  await readByStaff(trx)
  await markAll(trx, start)
  return true
}

const minutesSinceOpening = 90 * 24 * 60

/** The accounts as their first sign-in would have made them, with their Steam IDs. */
async function makeAccounts(trx: Trx, at: Date): Promise<void> {
  const times = { created_at: at, updated_at: at }
  for (const { name, discordId, displayName = name, personaName, steamId } of people.values()) {
    if (discordId === undefined) continue
    const userId = userIdOf(discordId)
    await trx
      .insertInto('users')
      .values({
        id: userId,
        name: displayName,
        email: `${discordId}@discord.invalid`,
        email_verified: false,
        discord_username: name,
        ...times,
      })
      .execute()
    await trx
      .insertInto('accounts')
      .values({
        id: `demo-account-${discordId}`,
        account_id: discordId,
        provider_id: 'discord',
        user_id: userId,
        ...times,
      })
      .execute()
    if (personaName === undefined) continue
    await trx
      .insertInto('steam_claims')
      .values({ steam_id: steamId, user_id: userId, persona_name: personaName, claimed_at: at })
      .execute()
  }
}

async function isEmpty(db: Kysely<Schema>): Promise<boolean> {
  const found = sql.join(
    tables.map((name) => sql`exists (select from ${sql.table(name)})`),
    sql` or `,
  )
  const { rows } = await sql<{ found: boolean }>`select ${found} as found`.execute(db)
  return rows[0]?.found === false
}

/** The messages have been read long ago, and no open page waits for the events. */
async function readByStaff(trx: Trx): Promise<void> {
  await sql`update messages set sent_at = created_at`.execute(trx)
  await sql`update order_messages set read_at = at where author is not null`.execute(trx)
  await sql`update skin_purchases set announced_at = created_at`.execute(trx)
  await sql`delete from events where created_at = now()`.execute(trx)
}

async function markAll(trx: Trx, start: Date): Promise<void> {
  for (const name of tables) {
    const id = sql.ref(name === 'people' ? 'discord_id' : 'id')
    await sql`
      insert into demo_rows (kind, id) select ${name}, ${id}::text from ${sql.table(name)}`.execute(
      trx,
    )
  }
  await trx.insertInto('demo_rows').values({ kind: 'filled', id: start.toISOString() }).execute()
}

/** Players at each full hour (UTC) of an evening server's day in Europe. */
const playersByHour = [
  33, 24, 16, 10, 7, 6, 8, 11, 14, 17, 20, 24, 27, 29, 31, 34, 38, 43, 49, 54, 57, 55, 49, 41,
] as const
const slots = 60
/** What the sandbox's game server has when it starts. */
const playersNow = 42
/** By then the curve of the day has become the number of now. */
const minutesToNow = 150

const historyMinutes = 48 * 60
/** Rarer than real readings, and still several for each point of the curve. */
const minutesBetween = 5
/** While the server was down it was read each minute: an outage is only what was read all the time. */
const outage = { fromMinutesAgo: 31 * 60, toMinutesAgo: 31 * 60 - 20 } as const

/** The number of players in the last two days, with the day's curve and one outage. */
async function writeServerHistory(trx: Trx, start: Date): Promise<void> {
  const samples = []
  let minutesAgo = historyMinutes
  while (minutesAgo > 0) {
    const isOffline = minutesAgo <= outage.fromMinutesAgo && minutesAgo >= outage.toMinutesAgo
    samples.push({
      sampled_at: minutesBefore(start, minutesAgo),
      players: isOffline ? 0 : playersAt(start, minutesAgo),
      max_players: slots,
      is_offline: isOffline,
    })
    minutesAgo -= isOffline ? 1 : minutesBetween
  }
  await trx.insertInto('game_server_samples').values(samples).execute()
}

function playersAt(start: Date, minutesAgo: number): number {
  const at = minutesBefore(start, minutesAgo)
  const hour = at.getUTCHours()
  const [before = 0, after = 0] = [playersByHour[hour], playersByHour[(hour + 1) % 24]]
  // Some come and go, always the same ones at the same time.
  const wobble = 2 * Math.sin(at.getTime() / 1_300_000) + 1.5 * Math.sin(at.getTime() / 410_000)
  const usual = before + ((after - before) * at.getUTCMinutes()) / 60 + wobble
  const nearness = Math.max(0, 1 - minutesAgo / minutesToNow)
  const players = Math.round(usual + (playersNow - usual) * nearness)
  return Math.min(Math.max(players, 0), slots)
}
