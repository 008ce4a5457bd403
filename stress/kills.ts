import { buildWebIfStale } from '../scripts/build-web.ts'
import { openDatabase, type DatabaseLocation } from '../server/db/database.ts'
import { startProduct } from '../test/product.ts'
import { onDatabases } from './on-databases.ts'
import { buyUnderRandomKills } from './purchase-kills.ts'
import { note, reportExactly } from '../bench/report.ts'
import { defineStress } from './define-stress.ts'

interface Settings {
  readonly kills: number
  readonly buyers: number
}

/** Kills the server at random while buyers pay, and counts what was lost or doubled (R3). */
export const kills = defineStress({ kills: 100, buyers: 40 }, async (setting) => {
  await buildWebIfStale()
  const settings = { kills: setting('kills'), buyers: setting('buyers') }
  return onDatabases((location) => killServer(location, settings))
})

async function killServer(location: DatabaseLocation, settings: Settings): Promise<boolean> {
  const product = await startProduct(
    location.kind === 'postgres'
      ? { DATABASE_URL: location.url }
      : { DATA_DIR: location.directory },
  )
  const orders = await buyUnderRandomKills(product, settings)
  await product.killServer()
  const { db, close } = await openDatabase(location, () => undefined)
  const delivered = await db.selectFrom('purchases').select('order_id').execute()
  await close()
  await product.stop()
  const deliveredIds = delivered.map((row) => row.order_id)
  note(`${settings.kills} kills, ${orders.length} paid orders`)
  const lost = orders.filter((order) => !deliveredIds.includes(order)).length
  const doubled = deliveredIds.length - new Set(deliveredIds).size
  return [reportExactly('lost', lost), reportExactly('doubled', doubled)].every(Boolean)
}
