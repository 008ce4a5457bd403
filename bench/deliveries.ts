import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { checkoutBody, openOrder, startPayment } from '#test/factories/checkout.ts'
import { createPostgresDatabase } from '#test/postgres-databases.ts'
import { startProduct, type RunningProduct } from '#test/product.ts'
import { createSandboxControl } from '#test/sandbox-control.ts'
import { createVisitor } from '#test/visitor.ts'
import { onPostgres } from './on-postgres.ts'
import { median, note, reportAtMost } from './report.ts'
import { readCalmResidentMb } from './resident-memory.ts'

const changes = 5
const audits = 3
const pauseMilliseconds = 100
/** As promised to the buyer. */
const changeSeconds = 30
/** A run that takes much longer keeps changes waiting that could be delivered. */
const auditSeconds = 5
/** Two processes and PostgreSQL share the 2 GB of the machine that the manual recommends. */
const memoryMegabytes = 250

/**
 * The sandbox's game with 10,000 active perks: how long a purchase takes until it is there, how long
 * comparing everything takes, and the server's memory. Option: `--perks=10000`.
 */
export async function deliveries(options: ReadonlyMap<string, string>): Promise<void> {
  const perks = Number(options.get('perks') ?? 10_000)
  await onPostgres(async ({ url: serverUrl }) => {
    const { url } = await createPostgresDatabase(serverUrl)
    await seedPerks(url, perks)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const product = await startProduct({ DATABASE_URL: url })
    try {
      await untilVerified(client)
      note(`${perks} active perks: eight of ten in priority.txt, the others colours of LB Core`)
      const times: number[] = []
      while (times.length < changes) times.push(await measurePurchase(product, times.length))
      reportAtMost('a purchase until it is in the file', median(times) / 1000, changeSeconds, 's')
      for (const adapter of ['priority-file', 'lb-core']) {
        const runs: number[] = []
        while (runs.length < audits) runs.push(await measureAudit(client, adapter))
        reportAtMost(`a full audit by ${adapter}`, median(runs) / 1000, auditSeconds, 's')
      }
      const megabytes = await readCalmResidentMb(product.readPid() ?? 0)
      reportAtMost('memory afterwards', megabytes, memoryMegabytes, 'MB')
    } finally {
      await product.stop()
      await client.end()
    }
  })
}

/** Fills a new database with perks of the staff, before the product opens it. */
async function seedPerks(url: string, perks: number): Promise<void> {
  const database = await openDatabase({ kind: 'postgres', url }, (error) => {
    throw error
  })
  await migrate(database.withoutStatementTimeout)
  await database.close()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `with grants as (
      select gen_random_uuid() as id, (76561199000000000 + number)::text as steam_id,
        case number % 10 when 0 then 'name_tag_color' when 1 then 'clan_tag_color'
          else 'priority_queue' end as perk,
        case number % 10 when 0 then '#00ff' || lpad(to_hex(number / 10 % 50), 2, '0') end as color
      from generate_series(1, $1::int) as number
    ), written as (
      insert into perk_entries (id, grant_id, steam_id, perk, kind, term_kind, term_months, color,
        source, actor, at)
      select id, id, steam_id, perk, 'granted', 'months', 1, color, 'staff', 'code:1', now()
      from grants
    )
    insert into perk_coverage (steam_id, perk, starts_at, ends_at, is_suspended, color, note, as_of)
    select steam_id, perk, now(), now() + interval '1 month', false, color, 'grant:' || id, now()
    from grants`,
    [perks],
  )
  await client.query('analyze')
  await client.end()
}

/** From the moment when the buyer knows that they have paid. */
async function measurePurchase(
  { origin, sandboxOrigin }: RunningProduct,
  turn: number,
): Promise<number> {
  const sandbox = createSandboxControl(sandboxOrigin)
  const buyer = createVisitor(origin)
  const steamId = String(76561199100000000n + BigInt(turn))
  const orderId = await openOrder(buyer, checkoutBody({ steamId }))
  await sandbox.decide(await startPayment(buyer, orderId), 'pay')
  await buyer.post(`/api/orders/${orderId}/capture`, {})
  const paidAt = performance.now()
  while (!(await sandbox.readGame()).priorityFile.includes(steamId)) await sleep(pauseMilliseconds)
  const time = performance.now() - paidAt
  // The run has still to be recorded, or the next purchase would wait for its end.
  await sleep(1000)
  return time
}

/** From the moment when it is due. */
async function measureAudit(client: pg.Client, adapter: string): Promise<number> {
  const readLastRun = async (): Promise<number> => {
    const { rows } = await client.query<{ at: Date }>(
      'select last_run_at as at from perk_adapters where name = $1',
      [adapter],
    )
    return rows[0]?.at.getTime() ?? 0
  }
  const before = await readLastRun()
  const startedAt = performance.now()
  await client.query('update perk_adapters set next_run_at = null where name = $1', [adapter])
  while ((await readLastRun()) === before) await sleep(pauseMilliseconds)
  return performance.now() - startedAt
}

/** Until everything has been delivered for the first time. */
async function untilVerified(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ held: number; verified: number }>(
      `select (select count(*) from perk_coverage)::int as held,
        (select count(*) from perk_deliveries where state = 'verified' and not is_extra)::int
          as verified`,
    )
    if (rows[0]?.held === rows[0]?.verified) return
    await sleep(1000)
  }
}
