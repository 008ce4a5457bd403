import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { describeOnDatabase } from '#test/database.ts'
import { giveKr, insertShopItem, newSteamId } from '#test/factories/ledger.ts'
import type { Database } from '#server/db/database.ts'
import { verifyLedger } from './verify-ledger.ts'

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

  it('finds nothing where everything fits', async () => {
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

  it('finds every way in which it does not fit', async () => {
    const [changed, overspent, unpaid, skinless, giver] = Array.from({ length: 5 }, newSteamId)
    await giveKr(database, 10, changed)
    await giveKr(database, 100, skinless)
    // Whoever owns the database can switch its rules off.
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
