import pg from 'pg'
import { findFreePort } from '../scripts/product/free-port.ts'
import { startProgram, waitUntilReady, type Program } from '../scripts/product/program.ts'
import { createPostgresDatabase } from '../test/postgres-databases.ts'
import { startPostgres } from '../test/postgres.ts'
import { startProduct } from '../test/product.ts'
import { createRawTables } from './limits/raw-tables.ts'

/** The product and the programs that it is measured against, all on one Postgres with fsync. */
export interface Market {
  readonly productPort: number
  /** Its path, and that of the product, differ; all else is equal. */
  readonly functionPort: number
  readonly statementsPort: number
  readonly steamIds: readonly string[]
  readonly item: { readonly id: string; readonly name: string; readonly price: number }
  readonly close: () => Promise<void>
}

const accounts = 1000
const krEach = 1_000_000
const itemId = '5f0c6f0e-0000-4000-8000-000000000001'

/** Null, and says why, where no Postgres can be started. */
export async function openMarket(): Promise<Market | null> {
  const postgres = await startPostgres(process.env)
  if (!postgres.available) {
    console.log(`  not measured: ${postgres.reason}`)
    return null
  }
  const { server } = postgres
  const steamIds = Array.from({ length: accounts }, (_, index) =>
    String(76561198000000000n + BigInt(index)),
  )
  const limits = await createPostgresDatabase(server.url)
  await createRawTables(limits.url, itemId, steamIds)
  const byFunction = await startRaw(limits.url, 'function')
  const byStatements = await startRaw(limits.url, 'statements')
  const { url } = await createPostgresDatabase(server.url)
  const product = await startProduct({ DATABASE_URL: url })
  await stockShop(url, steamIds)
  return {
    productPort: Number(new URL(product.origin).port),
    functionPort: byFunction.port,
    statementsPort: byStatements.port,
    steamIds,
    item: { id: itemId, name: 'Crystal Mosin', price: 1 },
    close: async () => {
      await product.stop()
      await byFunction.program.stop()
      await byStatements.program.stop()
      await server.remove()
    },
  }
}

async function startRaw(url: string, mode: string): Promise<{ port: number; program: Program }> {
  const port = await findFreePort()
  const program = startProgram({
    name: `raw ${mode}`,
    command: ['bench/limits/raw-purchase.ts', url, String(port), mode],
    env: { PATH: process.env['PATH'] },
  })
  await waitUntilReady(program, `http://127.0.0.1:${port}/`)
  return { port, program }
}

async function stockShop(url: string, steamIds: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `insert into shop_items (id, name, price, image_url) values ($1, 'Crystal Mosin', 1, '/x')`,
    [itemId],
  )
  await client.query(
    `select move_kr(id, 'bench', $2, 'admin_add', 'bench', 'bench:' || id, now())
      from unnest($1::text[]) id`,
    [steamIds, krEach],
  )
  await client.query('analyze krypto_balance, shop_items')
  await client.end()
}
