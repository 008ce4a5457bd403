import { randomInt } from 'node:crypto'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openDatabase, type Database } from '#server/db/database.ts'
import { cleanUpLater } from '#test/cleanups.ts'
import { describeOnPostgres } from '#test/database.ts'
import { giveKr, newSteamId } from '#test/factories/ledger.ts'
import { insertOrder } from '#test/factories/purchase.ts'
import { isExecutable } from '#test/postgres-binaries.ts'
import { postgresPrograms, runCommand } from './run-command.ts'

const hasPsql = isExecutable(path.join(postgresPrograms, 'psql'))
const skipped = hasPsql ? '' : ` [skipped: no psql in ${postgresPrograms}]`

describeOnPostgres(`forgetting a player${skipped}`, (_open, createDatabase) => {
  const openShopWithPlayers = async () => {
    const location = await createDatabase()
    if (location.kind !== 'postgres') throw new Error('this is about Postgres')
    const database = await openDatabase(location, () => {})
    cleanUpLater(() => database.close())
    const forget = (discordId: string, steamId: string) =>
      runCommand(
        {},
        'psql',
        location.url,
        `--set=discord_id=${discordId}`,
        `--set=steam_id=${steamId}`,
        '--file=deploy/forget-player.sql',
      )
    return { database, forget }
  }

  it.skipIf(!hasPsql)('by either id takes his name off every balance that he claimed', async () => {
    const { database, forget } = await openShopWithPlayers()
    const other = await insertPlayer(database)
    const byDiscord = await insertPlayer(database)
    expect(await forget(byDiscord.discordId, 'none')).toMatchObject({ exitCode: 0 })
    const bySteam = await insertPlayer(database)
    expect(await forget('none', bySteam.steamIds[1])).toMatchObject({ exitCode: 0 })

    const named = await readNamedSteamIds(database)
    expect(named).toEqual(other.steamIds.toSorted())
    const { rows } = await sql<{ account_id: string }>`
      select account_id from accounts`.execute(database.db)
    expect(rows).toEqual([{ account_id: other.discordId }])
  })

  it.skipIf(!hasPsql)('changes nothing, and says so, for an id that is not his', async () => {
    const { database, forget } = await openShopWithPlayers()
    const player = await insertPlayer(database)
    const other = await insertPlayer(database)
    const cases = [
      [newDiscordId(), 'none', 'No account has this Discord id'],
      [player.discordId, newSteamId(), 'Nothing is known of this Steam ID'],
      [player.discordId, other.steamIds[0], 'claimed by another account'],
      ['none', 'none', 'Nobody is named'],
    ] as const
    for (const [discordId, steamId, reason] of cases) {
      const { exitCode, output } = await forget(discordId, steamId)
      expect([exitCode, output]).toEqual([3, expect.stringContaining(reason)])
    }
    expect(await readNamedSteamIds(database)).toEqual(
      [...player.steamIds, ...other.steamIds].toSorted(),
    )
  })
})

/** A player with two Steam IDs, for both an order, Kr, a skin with a note of the staff, and an open pack. */
async function insertPlayer(database: Database) {
  const discordId = newDiscordId()
  const steamIds = [newSteamId(), newSteamId()] as const
  await sql`
    insert into users (id, name, email, email_verified)
    values (${discordId}, 'sokol', ${`${discordId}@discord.invalid`}, false)`.execute(database.db)
  await sql`
    insert into accounts (id, account_id, provider_id, user_id, updated_at)
    values (${discordId}, ${discordId}, 'discord', ${discordId}, now())`.execute(database.db)
  for (const steamId of steamIds) {
    await sql`
      insert into steam_claims (steam_id, user_id) values (${steamId}, ${discordId})`.execute(
      database.db,
    )
    const orderId = await insertOrder(database, { steam_id: steamId, details: 'A wolf like sokol' })
    await sql`
      insert into order_messages (order_id, text, at)
      values (${orderId}, 'Here is sokol', now())`.execute(database.db)
    await giveKr(database, 100, steamId)
    await sql`
      with skin as (
        insert into skin_purchases (steam_id, discord_username, item_id, item_name, price_kr, image_url)
        values (${steamId}, 'sokol', gen_random_uuid(), 'Jade helmet', 1, '/images/none.webp')
        returning id
      )
      insert into task_notes (skin_purchase_id, text, author, at)
      select id, 'Hello sokol', 'code:1', now() from skin`.execute(database.db)
    const entry = JSON.stringify({ amount: 100, discordUsername: 'sokol' })
    await sql`
      insert into audit_log (actor, action, subject, after)
      values ('code:1', 'kr_credited', ${`balance:${steamId}`}, ${entry}::jsonb)`.execute(
      database.db,
    )
    await sql`
      insert into perk_entries (id, steam_id, perk, kind, grant_id, term_kind, source, reason, actor, at)
      select id, ${steamId}, 'priority_queue', 'granted', id, 'permanent', 'staff', 'For sokol',
        'code:1', now() from gen_random_uuid() id`.execute(database.db)
    await sql`
      with batch as (
        insert into perk_batches (kind, reason, actor, details, made_at)
        values ('transfer', 'For sokol', 'code:1', ${JSON.stringify({ from: steamId, to: '' })}::jsonb, now())
        returning id
      )
      insert into audit_log (actor, action, subject, after)
      select 'code:1', 'perks_transferred', 'perk_batch:' || id,
        ${JSON.stringify({ from: steamId, reason: 'For sokol' })}::jsonb from batch`.execute(
      database.db,
    )
    await sql`
      insert into unreadable_answers (provider, subject, reference, order_id, detail, answer,
        first_seen_at, last_seen_at, resolved_at, resolution)
      select 'paypal', id::text, id::text, id, 'status', '{}', now(), now(), now(), 'For sokol'
      from orders where steam_id = ${steamId}`.execute(database.db)
    await sql`
      insert into krypto_orders (
        steam_id, discord_username, amount, bonus, price_cents, currency, price_id, provider_mode, status
      ) values (${steamId}, 'sokol', 100, 0, 99, 'USD', 'price_1', 'live', 'expired')`.execute(
      database.db,
    )
  }
  return { discordId, steamIds }
}

function newDiscordId(): string {
  return `2${String(randomInt(1_000_000_000_000)).padStart(17, '0')}`
}

/** The Steam IDs that still have a name, each of them in all places. */
async function readNamedSteamIds({ db }: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ steam_id: string; books: string }>`
    select steam_id, string_agg(book, ' ' order by book) as books from (
      select 'audit' as book, substring(subject, 9) as steam_id, after ->> 'discordUsername' as discord_username
        from audit_log where action = 'kr_credited'
      union select 'reasons in the log', after ->> 'from', substring(after ->> 'reason', 5)
        from audit_log where action = 'perks_transferred'
      union select 'reasons', steam_id, substring(reason, 5) from perk_entries
      union select 'batches', details ->> 'from', substring(reason, 5) from perk_batches
      union select 'answers', steam_id, substring(resolution, 5)
        from unreadable_answers join orders on orders.id = order_id
      union select 'balance', steam_id, discord_username from krypto_balance
      union select 'orders', steam_id, discord_username from orders
      union select 'details', steam_id, substring(details, 13) from orders
      union select 'messages', steam_id, substring(text, 9)
        from order_messages join orders on orders.id = order_id
      union select 'lines', steam_id, discord_username from krypto_transactions
      union select 'notes', steam_id, substring(text, 7)
        from task_notes join skin_purchases on skin_purchases.id = skin_purchase_id
      union select 'packs', steam_id, discord_username from krypto_orders
    ) as known where discord_username = 'sokol' group by steam_id order by steam_id`.execute(db)
  for (const { books } of rows)
    expect(books).toBe(
      'answers audit balance batches details lines messages notes orders packs reasons reasons in the log',
    )
  return rows.map((row) => row.steam_id)
}
