import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { kr } from '#domain/kryptonite.ts'
import type { Database } from '#server/db/database.ts'
import { describeOnDatabase, describeOnEachDatabase } from '#test/database.ts'
import {
  correctKr,
  giveKr,
  insertShopItem,
  insertUser,
  newSteamId,
  readLedger,
} from '#test/factories/ledger.ts'
import { moveKr, verifyLedger } from './ledger.ts'

describeOnEachDatabase('the ledger', (openTestDatabase) => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })

  const move = (steamId: string, amount: number, source?: string) =>
    correctKr(database, steamId, amount, source)
  const insertRow = (
    steamId: string,
    amount: number,
    type: string,
    source: string = randomUUID(),
  ) =>
    sql`insert into krypto_transactions
        (steam_id, discord_username, amount, transaction_type, description, source)
      values (${steamId}, 'sokol', ${amount}, ${type}, 'x', ${source})`
  const buySkin = async (steamId: string, itemId: string, price: number) => {
    const { rows } = await sql<{ outcome: string }>`
      select buy_skin(null, null, ${steamId}, ${itemId}, ${price}, null, false, now())
        -> 'result' ->> 'outcome' as outcome`.execute(database.db)
    return rows[0]?.outcome
  }

  it('moves Kr once per source', async () => {
    const steamId = newSteamId()
    const source = `admin_request:${randomUUID()}`
    expect(await move(steamId, 100, source)).toEqual({ isNew: true, balance: 100 })
    expect(await move(steamId, 100, source)).toEqual({ isNew: false, balance: 100 })
    expect(await readLedger(database, steamId)).toMatchObject({ balance: 100, sum: 100 })
  })

  it('refuses a source that has moved other Kr', async () => {
    const steamId = newSteamId()
    const source = `admin_request:${randomUUID()}`
    await move(steamId, 100, source)
    await expect(move(steamId, 200, source)).rejects.toThrow('has moved other Kr')
    const other = newSteamId()
    await expect(move(other, 100, source)).rejects.toThrow('has moved other Kr')
    expect((await readLedger(database, other)).balance).toBe(0)
  })

  it('rolls a movement back with its transaction', async () => {
    const steamId = newSteamId()
    const failing = database.transaction(async (trx) => {
      await sql`select move_kr(${steamId}, 'sokol', 5, 'correction', 'x', ${randomUUID()}, now())`.execute(
        trx,
      )
      throw new Error('the caller fails')
    })
    await expect(failing).rejects.toThrow('the caller fails')
    expect(await readLedger(database, steamId)).toMatchObject({ balance: 0, rows: [] })
  })

  it('takes Kr back that are already spent, and then allows no purchase', async () => {
    const item = await insertShopItem(database)
    const steamId = await giveKr(database, 300)
    expect(await buySkin(steamId, item.id, 250)).toBe('bought')
    expect(await move(steamId, -300)).toEqual({ isNew: true, balance: -250 })
    expect(await buySkin(steamId, item.id, 250)).toBe('insufficient_balance')
  })

  it('keeps the newest name of a player when an old pack is refunded', async () => {
    const steamId = await giveKr(database, 300)
    await database.transaction((trx) =>
      moveKr(trx, {
        steamId,
        discordUsername: 'their earlier name',
        amount: kr(-100),
        type: 'refund',
        description: 'Refund of the pack 100 Kr',
        source: `stripe:${randomUUID()}:refund:1`,
        now: new Date(),
      }),
    )
    const account = await database.db
      .selectFrom('krypto_balance')
      .select(['discord_username', 'balance'])
      .where('steam_id', '=', steamId)
      .executeTakeFirstOrThrow()
    expect(account).toEqual({ discord_username: 'sokol', balance: 200 })
  })

  it('does not let the giver of a pack rename a claimed balance', async () => {
    const steamId = await giveKr(database, 50)
    const userId = await insertUser(database)
    await database.db
      .insertInto('steam_claims')
      .values({ steam_id: steamId, user_id: userId })
      .execute()
    await database.transaction((trx) =>
      moveKr(trx, {
        steamId,
        discordUsername: 'another player',
        amount: kr(100),
        type: 'pack_purchase',
        description: 'Pack 100 Kr',
        source: `stripe:${randomUUID()}`,
        now: new Date(),
      }),
    )
    const account = await database.db
      .selectFrom('krypto_balance')
      .select(['discord_username', 'balance'])
      .where('steam_id', '=', steamId)
      .executeTakeFirst()
    expect(account).toEqual({ discord_username: 'sokol', balance: 150 })
  })

  it('refuses spending above the balance, also by a direct insert', async () => {
    const steamId = await giveKr(database, 100)
    await expect(insertRow(steamId, -101, 'skin_purchase').execute(database.db)).rejects.toThrow(
      'spending more Kr than there are',
    )
    const unknown = newSteamId()
    await expect(insertRow(unknown, -1, 'skin_purchase').execute(database.db)).rejects.toThrow(
      'spending more Kr than there are',
    )
    expect(await readLedger(database, steamId)).toMatchObject({ balance: 100, sum: 100 })
    expect(await readLedger(database, unknown)).toMatchObject({ balance: 0, rows: [] })
  })

  it('changes no balance for a conflicting row', async () => {
    const steamId = newSteamId()
    const source = randomUUID()
    await insertRow(steamId, 5, 'admin_add', source).execute(database.db)
    await sql`${insertRow(steamId, 5, 'admin_add', source)} on conflict do nothing`.execute(
      database.db,
    )
    await expect(insertRow(steamId, 5, 'admin_add', source).execute(database.db)).rejects.toThrow(
      /duplicate key/,
    )
    expect(await readLedger(database, steamId)).toMatchObject({ balance: 5, sum: 5 })
  })

  it('applies each of several rows of one statement', async () => {
    const steamId = newSteamId()
    await sql`insert into krypto_transactions
        (steam_id, discord_username, amount, transaction_type, description, source)
      select ${steamId}, 'sokol', n, 'correction', 'x', ${randomUUID()} || n
      from generate_series(1, 4) n`.execute(database.db)
    expect(await readLedger(database, steamId)).toMatchObject({ balance: 10, sum: 10 })
  })

  it.each([
    ['a changed row', 'update krypto_transactions set amount = 1', 'the ledger only grows'],
    ['a deleted row', 'delete from krypto_transactions', 'the ledger only grows'],
    ['an emptied ledger', 'truncate krypto_transactions', 'the ledger only grows'],
    ['a changed balance', 'update krypto_balance set balance = 1', 'a balance follows its ledger'],
    ['a deleted balance', 'delete from krypto_balance', 'a balance follows its ledger'],
    ['emptied balances', 'truncate krypto_balance', 'a balance follows its ledger'],
    [
      'a balance from nowhere',
      `insert into krypto_balance values ('76561198006409530', 'x', 5)`,
      'a balance follows its ledger',
    ],
    [
      'a balance by merging',
      `insert into krypto_balance values ('76561198006409530', 'x', 5)
        on conflict (steam_id) do update set balance = 5`,
      'a balance follows its ledger',
    ],
  ])('refuses %s', async (_name, statement, sentence) => {
    await expect(sql.raw(statement).execute(database.db)).rejects.toThrow(sentence)
  })

  it.each([
    ['an amount of zero', 0, 'admin_add'],
    ['an unknown type', 5, 'gift'],
  ])('refuses a row with %s', async (_name, amount, type) => {
    await expect(insertRow(newSteamId(), amount, type).execute(database.db)).rejects.toThrow(
      /violates check constraint/,
    )
  })

  it('is consistent after any sequence of movements', async () => {
    const item = await insertShopItem(database, { price: 70 })
    const step = fc.oneof(
      fc.record({ kind: fc.constant('move' as const), amount: nonZero, repeat: fc.boolean() }),
      fc.record({ kind: fc.constant('buy' as const), price: fc.constantFrom(70, 70, 70, 71) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const steamId = newSteamId()
        let expected = 0
        let bought = 0
        for (const each of steps) {
          if (each.kind === 'move') {
            const source = randomUUID()
            expected += each.amount
            expect(await move(steamId, each.amount, source)).toEqual({
              isNew: true,
              balance: expected,
            })
            if (each.repeat) expect((await move(steamId, each.amount, source)).isNew).toBe(false)
          } else {
            const covered = each.price === 70 && expected >= 70
            const outcome = await buySkin(steamId, item.id, each.price)
            expect(outcome === 'bought').toBe(covered)
            if (covered) {
              expected -= 70
              bought += 1
            }
          }
        }
        const { balance, sum, skins } = await readLedger(database, steamId)
        expect([balance, sum, skins.length]).toEqual([expected, expected, bought])
      }),
      { numRuns: 40 },
    )
  })
})

const nonZero = fc.integer({ min: -200, max: 300 }).filter((amount) => amount !== 0)

describeOnDatabase('the check of the ledger', (openTestDatabase) => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })

  const run = (...statements: readonly string[]) =>
    statements.reduce<Promise<unknown>>(
      (before, statement) => before.then(() => sql.raw(statement).execute(database.db)),
      Promise.resolve(),
    )
  const insertPack = (session: string, steamId: string, changes: string) =>
    run(`insert into krypto_orders (
        id, steam_id, discord_username, amount, bonus, price_cents, currency, price_id,
        provider_mode, session_id, status, paid_at, kr_taken_back
      ) values (
        '${packId}', '${steamId}', 'sokol', 500, 50, 499, 'USD', 'price', 'test',
        '${session}', ${changes}
      )`)
  const insertLine = (steamId: string, amount: number, type: string, source: string) =>
    run(`insert into krypto_transactions (
        steam_id, discord_username, amount, transaction_type, description, source
      ) values ('${steamId}', 'sokol', ${amount}, '${type}', 'x', '${source}')`)

  it('finds nothing in a consistent ledger', async () => {
    const item = await insertShopItem(database, { price: 100 })
    const steamId = await giveKr(database, 150)
    await sql`select buy_skin(null, null, ${steamId}, ${item.id}, 100, null, false, now())`.execute(
      database.db,
    )
    const owner = newSteamId()
    await insertPack('cs_ok', owner, `'refunded', now(), 275`)
    await run(`update krypto_orders set id = gen_random_uuid()`)
    await insertLine(owner, 500, 'pack_purchase', 'stripe:cs_ok')
    await insertLine(owner, 50, 'pack_bonus', 'stripe:cs_ok:bonus')
    await insertLine(owner, -275, 'refund', 'stripe:cs_ok:refund:3')
    expect(await verifyLedger(database)).toEqual({
      balances: 2,
      transactions: 5,
      differences: [],
    })
  })

  it('finds every kind of inconsistency', async () => {
    const [changed, overspent, unpaid, skinless, giver] = Array.from({ length: 5 }, newSteamId)
    await giveKr(database, 10, changed)
    await giveKr(database, 100, skinless)
    // The owner of the database can disable its triggers.
    await run(
      'alter table krypto_balance disable trigger user',
      'alter table krypto_transactions disable trigger user',
    )
    await run(`update krypto_balance set balance = 17 where steam_id = '${changed}'`)
    await insertLine(`${overspent}`, -70, 'skin_purchase', `skin_purchase:${skinId}`)
    await run(
      `insert into krypto_balance values ('${overspent}', 'sokol', -70)`,
      ...[overspent, unpaid].map(
        (steamId, index) => `insert into skin_purchases (
            id, steam_id, discord_username, item_id, item_name, price_kr, image_url
          ) values (
            '${index === 0 ? skinId : unpaidId}', '${steamId}', 'sokol', gen_random_uuid(), 'x',
            70, '/x'
          )`,
      ),
    )
    await insertLine(`${skinless}`, -30, 'skin_purchase', 'skin_purchase:none')
    await run(`update krypto_balance set balance = 70 where steam_id = '${skinless}'`)
    await insertPack('cs_lost', `${giver}`, `'paid', now(), 5`)
    await insertLine(`${giver}`, 50, 'pack_bonus', 'stripe:cs_lost:bonus')
    await run(`insert into krypto_balance values ('${giver}', 'sokol', 50)`)

    const { differences } = await verifyLedger(database)
    const patterns = [
      `${changed} has 17 Kr, its lines sum up to 10.`,
      `${overspent} had -70 Kr after line \\d+, which spent more than there was.`,
      `Line \\d+ of ${skinless} took 30 Kr, but there is no skin for it.`,
      `The skin ${unpaidId} of ${unpaid} cost 70 Kr, but no line took them.`,
      `The pack order ${packId} of ${giver} is paid, but 500 Kr were not given.`,
      `Of the checkout cs_lost 5 Kr should be taken back, 0 are.`,
    ]
    expect(differences).toEqual(
      patterns.map((pattern) => expect.stringMatching(new RegExp(`^${pattern}$`))),
    )
  })
})

const skinId = '5f0c6f0e-0000-4000-8000-00000000000a'
const unpaidId = '5f0c6f0e-0000-4000-8000-00000000000b'
const packId = '5f0c6f0e-0000-4000-8000-00000000000c'
