import { beforeAll, expect, it } from 'vitest'
import type { DatabaseLocation } from '../server/db/database.ts'
import { describeOnPostgres } from './database.ts'
import { openShop, type TestShop } from './shop.ts'
import { sendFloods } from '../stress/floods.ts'
import { behindProxy } from '../stress/kr/processes.ts'
import { dropHeads, fillWithStreams } from '../stress/many-streams.ts'
import { meetSlowClients } from '../stress/slow-clients.ts'

const pages = ['/healthz', '/api/shop-items', '/api/donors', '/api/team-listings']
const readPid = () => process.pid

describeOnPostgres('the product among many', (_, createTestDatabase) => {
  let shop: TestShop
  let location: DatabaseLocation
  beforeAll(async () => {
    location = await createTestDatabase()
    shop = await openShop(location, behindProxy)
  })

  it('refuses a flood in any disguise, and counts what it refuses next to never', async () => {
    const { port } = new URL(shop.origin)
    const figures = await sendFloods({
      targets: ['admin code', 'claim of a payment', 'search in the team finder'],
      port: Number(port),
      location,
      visitor: (index) => (index === 1 ? '2001:db8:1' : `192.0.2.${index}`),
      requests: 300,
      clients: 8,
    })
    expect(figures).toMatchObject({ excess: [], faults: [], unlimited: [] })
    expect(figures.limited).toBeGreaterThan(600)
    expect(figures.counted).toBeLessThan(100)
  })

  it('serves others while slow clients of every kind hang on', async () => {
    const figures = await meetSlowClients({ origin: shop.origin, readPid }, pages, {
      clients: 10,
      seconds: 1,
    })
    expect(figures.faults).toEqual([])
    expect(figures.connected).toMatchObject({ 'idle connections': 10, 'bodies without an end': 10 })
  })

  it('keeps no stream for who asks for its head alone', async () => {
    const figures = await dropHeads({ origin: shop.origin, readPid }, 60)
    expect(figures).toMatchObject({ kept: 0, refused: 0 })
  })

  it('tells all of many open pages of every purchase, and serves others meanwhile', async () => {
    const figures = await fillWithStreams({ origin: shop.origin, readPid }, pages, {
      streams: 300,
      purchases: 3,
    })
    expect(figures).toMatchObject({ refused: 0, ended: 0, unheard: 0, failures: 0 })
  })
})
