import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { note, reportAtMost, reportExactly, under } from '#bench/report.ts'
import { buildWebIfStale } from '#scripts/build-web.ts'
import { openDatabase, type DatabaseLocation } from '#server/db/database.ts'
import { startProduct } from '#test/product.ts'
import { countExcess, flood } from './floods/flood.ts'
import { mostMillisecondsOfOthers, watchPages } from './watch-pages.ts'
import { floodTargets } from './floods/targets.ts'
import { behindProxy, databaseSettings, defineStress, onPostgres } from './define-stress.ts'

/** Pages that other visitors open meanwhile. */
const pages = ['/', '/api/shop-items', '/api/donors', '/api/team-listings']
const quietMilliseconds = 5000
/** One every five seconds of a flood, because a process caches a refusal that long. */
const mostCountsPerRefusal = 0.05
/** Its /64, its /56 and its /48. */
const countsOfIpv6 = 3

/** The sources of a flood: through a trusted proxy, or without one. */
const floodTypes = {
  'an IPv4 address behind a proxy, in ten forms': {
    settings: behindProxy,
    visitor: (index: number) => `192.0.2.${index + 1}`,
  },
  'a /48 of IPv6 behind a proxy, a new address each time': {
    settings: behindProxy,
    visitor: (index: number) => `2001:db8:${index + 1}`,
  },
  'an address without a proxy, with forged headers': { settings: {}, visitor: () => null },
} as const

interface FloodFigures {
  readonly served: number
  readonly limited: number
  /** Sentences about targets that served more than their limits allow. */
  readonly excess: readonly string[]
  readonly faults: readonly string[]
  /** Targets with a limit that was never reached. */
  readonly unlimited: readonly string[]
  /** Refusals that the database counted nevertheless. */
  readonly counted: number
}

/** Floods every public endpoint (R17). */
export const floods = defineStress({ requests: 3000, clients: 16 }, async (setting) => {
  await buildWebIfStale()
  const size = { requests: setting('requests'), clients: setting('clients') }
  return onPostgres(async ({ url }) => {
    const location: DatabaseLocation = { kind: 'postgres', url }
    const results: boolean[] = []
    for (const [name, { settings, visitor }] of Object.entries(floodTypes)) {
      results.push(
        await under(name, async () => {
          const product = await startProduct({ ...databaseSettings(location), ...settings })
          try {
            const port = Number(new URL(product.origin).port)
            return await floodAll(product.origin, () =>
              sendFloods({ targets: Object.keys(floodTargets), port, location, visitor, ...size }),
            )
          } finally {
            await product.stop()
          }
        }),
      )
    }
    return results.every(Boolean)
  })
})

async function floodAll(origin: string, send: () => Promise<FloodFigures>): Promise<boolean> {
  const addresses = pages.map((page) => origin + page)
  const others = { isBehindProxy: true }
  const quiet = await watchPages(addresses, () => sleep(quietMilliseconds), others)
  const { result, ...watch } = await watchPages(addresses, send, others)
  const { served, limited, excess, faults, unlimited, counted } = result
  note(
    `${served} answered, ${limited} refused; others’ p99 ${quiet.p99Milliseconds.toFixed(0)} ms before`,
  )
  for (const words of [...excess, ...faults, ...unlimited].slice(0, 10)) note(words)
  return [
    reportExactly('limits that let more through', excess.length),
    reportExactly('limits that were not met', unlimited.length),
    reportExactly('answers of 5xx, and refusals that say too little', faults.length),
    reportAtMost('counts in the database for a refusal', counted / limited, mostCountsPerRefusal),
    reportExactly('answers that others did not get', watch.failures),
    reportAtMost('others’ p99', watch.p99Milliseconds, mostMillisecondsOfOthers(quiet), 'ms'),
  ].every(Boolean)
}

interface Flooding {
  readonly targets: readonly string[]
  readonly port: number
  readonly location: DatabaseLocation
  readonly visitor: (index: number) => string | null
  /** For each target. */
  readonly requests: number
  readonly clients: number
}

async function sendFloods({
  targets,
  port,
  location,
  visitor,
  requests,
  clients,
}: Flooding): Promise<FloodFigures> {
  let countedBefore = await countInDatabase(location)
  const figures = { served: 0, limited: 0 }
  const [excess, faults, unlimited]: [string[], string[], string[]] = [[], [], []]
  for (const [index, name] of targets.entries()) {
    const limit = floodTargets[name]?.limit ?? null
    const whose = visitor(index)
    // Limits in the process do not count this machine itself.
    const isOpenToItself = limit !== null && ('burst' in limit || limit.isOpenToItself === true)
    const isLimited = limit !== null && (whose !== null || !isOpenToItself)
    const task = { port, target: name, visitor: whose, requests, clients }
    const report = await flood(task)
    figures.served += report.served
    figures.limited += report.limited
    const timesCounted = whose?.includes(':') ? countsOfIpv6 : 1
    if (limit !== null && 'windowSeconds' in limit) countedBefore += report.served * timesCounted
    const more = isLimited ? countExcess(limit, task, report) : 0
    if (more > 0) excess.push(`${name}: ${more} more`)
    if (isLimited && report.limited === 0) unlimited.push(`${name}: never refused`)
    faults.push(...report.faults.map((fault) => `${name}: ${fault.slice(0, 500)}`))
  }
  const counted = Math.max(0, (await countInDatabase(location)) - countedBefore)
  return { ...figures, excess, faults, unlimited, counted }
}

/** How many requests the database has counted for limits. */
async function countInDatabase(location: DatabaseLocation): Promise<number> {
  const database = await openDatabase(location, () => undefined)
  try {
    const { rows } = await sql<{ total: number }>`
      select coalesce(sum(count), 0)::int as total from rate_limits`.execute(database.db)
    return rows[0]?.total ?? 0
  } finally {
    await database.close()
  }
}
