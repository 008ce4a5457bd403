import { setTimeout as sleep } from 'node:timers/promises'
import { insertUser } from '#test/factories/ledger.ts'
import type { DatabaseLocation } from '#server/db/database.ts'
import { syncPack } from '#server/services/payments/pack-payments.ts'
import { note, reportExactly } from '#bench/report.ts'
import { verifyLedger } from '#server/services/kryptonite/ledger.ts'
import { createPostgresDatabase, dropPostgresDatabase } from '#test/postgres-databases.ts'
import type { PostgresServer } from '#test/postgres.ts'
import { createRandom, type Random } from '#test/random.ts'
import { defineStress, onPostgres } from './define-stress.ts'
import { apply, type Account } from './ledger-model/model.ts'
import * as step from './ledger-model/steps.ts'
import type { Pair } from './ledger-model/steps.ts'
import { openWorld } from './ledger-model/world.ts'

const accounts = 20
const items = 8
const users = 4
const stepsPerComparison = 500

/** Then a new database and the next seed: an old one makes the checks slow, and finds nothing else. */
const stepsPerDatabase = 100_000

/**
 * Random purchases, credits, packs, refunds, webhooks, crashes and clock jumps, compared with a
 * model (R20).
 */
export const ledgerModel = defineStress({ steps: 1_000_000, seed: 20 }, (setting) =>
  onPostgres(async (server) => {
    let divergences = 0
    for (let done = 0; done < setting('steps'); done += stepsPerDatabase) {
      const steps = Math.min(stepsPerDatabase, setting('steps') - done)
      const seed = setting('seed') + done / stepsPerDatabase
      const { name, url } = await createPostgresDatabase(server.url)
      try {
        const { crashes, comparisons, transactions } = await runLedgerModel(
          { server, url },
          { steps, seed },
        )
        note(
          `seed ${seed}: ${steps} steps, ${crashes} crashes of Postgres, ${transactions} lines, ${comparisons} comparisons of all`,
        )
      } catch (error) {
        divergences += 1
        note(String(error))
      }
      await dropPostgresDatabase(server.url, name)
    }
    return reportExactly('divergences', divergences)
  }),
)

/**
 * Takes random steps through the product's own services, and the same steps through a model that shares
 * no code with them. Throws at the first difference, naming the seed and the step that replay it.
 */
async function runLedgerModel(
  { server, url }: { readonly server: PostgresServer; readonly url: string },
  { steps, seed }: { readonly steps: number; readonly seed: number },
) {
  const random = createRandom(seed)
  const pair = await openPair({ kind: 'postgres', url }, random)
  let crashes = 0
  let comparisons = 0
  let transactions = 0
  let done = 0
  try {
    for (; done < steps; done += 1) {
      if (random.below(10_000) < 3) {
        await crashStep(pair, server)
        crashes += 1
      } else {
        await randomStep(pair)
      }
      if (done % stepsPerComparison === 0) {
        await compare(pair)
        comparisons += 1
      }
    }
    for (const order of pair.orders) {
      await syncPack(pair.world.services, pair.orderIds.get(order) ?? '')
      apply(order)
    }
    transactions = await compare(pair)
    comparisons += 1
  } catch (error) {
    throw new Error(`seed ${seed}, step ${done}: ${String(error)}`, { cause: error })
  } finally {
    await pair.world.stop()
  }
  return { crashes, comparisons, transactions }
}

async function openPair(location: DatabaseLocation, random: Random): Promise<Pair> {
  const world = await openWorld(location)
  const { db } = world.services.database
  const itemRows = await db
    .insertInto('shop_items')
    .values(
      Array.from({ length: items }, (_, index) => ({
        name: `Skin ${index}`,
        price: 1 + random.below(400),
        image_url: '/images/none.webp',
      })),
    )
    .returning(['id', 'name', 'price'])
    .execute()
  return {
    world,
    random,
    accounts: Array.from({ length: accounts }, (_, index): Account => ({
      steamId: `7656119${8_100_000_000 + index}`,
      kr: 0,
      skins: 0,
      claimedBy: null,
    })),
    items: itemRows,
    users: await Promise.all(
      Array.from({ length: users }, () => insertUser(world.services.database)),
    ),
    orders: [],
    orderIds: new Map(),
    usedKeys: [],
    appliedEvents: new Set(),
  }
}

/** Most steps are purchases, as in the shop; each pack order costs several calls of Stripe. */
async function randomStep(pair: Pair): Promise<void> {
  const dice = pair.random.below(1000)
  if (dice < 650) await step.purchaseStep(pair)()
  else if (dice < 880) await step.creditStep(pair)()
  else if (dice < 900) await step.ownerStep(pair)
  else if (dice < 905) await step.openPackStep(pair)
  else if (dice < 935) await step.stripeStep(pair)
  else if (dice < 975) await step.webhookStep(pair)
  else if (dice < 999) await step.settleStep(pair)
  else await step.clockStep(pair)
}

/** The database dies during a movement, whose outcome is then unknown; repeating its key shows it. */
async function crashStep(pair: Pair, server: PostgresServer): Promise<void> {
  const move = pair.random.below(2) === 0 ? step.purchaseStep(pair) : step.creditStep(pair)
  const waitMilliseconds = pair.random.below(4)
  const cut = move().catch(() => undefined)
  await sleep(waitMilliseconds)
  await server.crash()
  await cut
  await server.start()
  await eventually(move)
}

/** The pool replaces connections that died with the database one by one. */
async function eventually(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work()
      return
    } catch (error) {
      if (attempt === 20 || String(error).includes('the model says')) throw error
      await sleep(100)
    }
  }
}

/** Compares every balance and skin, and runs the product's own check. Returns the ledger's number of rows. */
async function compare({ world, accounts: expected }: Pair): Promise<number> {
  const { db } = world.services.database
  const steamIds = expected.map(({ steamId }) => steamId)
  const balances = await db
    .selectFrom('krypto_balance')
    .select(['steam_id', 'balance'])
    .where('steam_id', 'in', steamIds)
    .execute()
  const skins = await db
    .selectFrom('skin_purchases')
    .select((eb) => ['steam_id', eb.fn.countAll<number>().as('count')])
    .where('steam_id', 'in', steamIds)
    .groupBy('steam_id')
    .execute()
  for (const { steamId, kr, skins: owned } of expected) {
    const balance = balances.find((row) => row.steam_id === steamId)?.balance ?? 0
    const count = skins.find((row) => row.steam_id === steamId)?.count ?? 0
    step.expectSame(kr, balance, `balance of ${steamId}`)
    step.expectSame(owned, count, `skins of ${steamId}`)
  }
  const { differences, transactions } = await verifyLedger(world.services.database)
  step.expectSame('', differences.join('; '), 'the check of the ledger')
  return transactions
}
