import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { buildWebIfStale } from '../../scripts/build-web.ts'
import { openDatabase, type DatabaseLocation } from '../../server/db/database.ts'
import { startPostgres } from '../postgres.ts'
import { startProduct } from '../product.ts'
import { buyUnderRandomKills } from './purchase-kills.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    buyers: { type: 'string', default: '40' },
  },
})

/** Kills the server at random while buyers pay, and counts what was lost or doubled (R3). */
await buildWebIfStale()
const folder = await mkdtemp(path.join(tmpdir(), 'kryptonique-torture-'))
await torture({ kind: 'embedded', directory: path.join(folder, 'data') })
await rm(folder, { recursive: true, force: true })
const postgres = await startPostgres(process.env)
if (postgres.available) {
  await torture({ kind: 'postgres', url: postgres.server.url })
  await postgres.server.remove()
} else {
  console.log(`Postgres: not tortured, ${postgres.reason}`)
}

async function torture(location: DatabaseLocation): Promise<void> {
  const product = await startProduct(
    location.kind === 'postgres'
      ? { DATABASE_URL: location.url }
      : { DATA_DIR: location.directory },
  )
  const kills = Number(values.kills)
  const orders = await buyUnderRandomKills(product, { kills, buyers: Number(values.buyers) })
  await product.killServer()
  const { db, close } = await openDatabase(location, () => undefined)
  const delivered = await db.selectFrom('purchases').select('order_id').execute()
  await close()
  await product.stop()
  const deliveredIds = delivered.map((row) => row.order_id)
  const lost = orders.filter((order) => !deliveredIds.includes(order))
  const doubled = deliveredIds.length - new Set(deliveredIds).size
  console.log(
    `${location.kind}: ${kills} kills, ${orders.length} paid orders, ${lost.length} lost (goal 0), ${doubled} doubled (goal 0)`,
  )
  if (lost.length > 0 || doubled > 0) process.exitCode = 1
}
