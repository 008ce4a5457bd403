import { buildWebIfStale } from '#scripts/build-web.ts'
import type { DatabaseLocation } from '#server/db/database.ts'
import { auditLedger, reportVerdict, type Movement } from './kr/audit.ts'
import { createRetry } from './kr/retry.ts'
import { races } from './kr/key-races.ts'
import { openSkinShop } from '#test/skin-shop.ts'
import { startProcesses } from './kr/processes.ts'
import { onDatabases } from './on-databases.ts'
import { createRandom } from '#test/random.ts'
import { note, reportExactly } from '#bench/report.ts'
import { defineStress } from './define-stress.ts'

interface Settings {
  /** Simultaneous requests with one key. */
  readonly requests: number
  readonly rounds: number
  readonly processes: number
  readonly seed: number
}

/** Many simultaneous requests with one Idempotency-Key: done once, equal answers (R4). */
export const oneKey = defineStress(
  { requests: 1000, rounds: 5, processes: 2, seed: 1 },
  async (setting) => {
    await buildWebIfStale()
    return onDatabases((location) =>
      repeatWithOneKey(location, {
        requests: setting('requests'),
        rounds: setting('rounds'),
        processes: setting('processes'),
        seed: setting('seed'),
      }),
    )
  },
)

async function repeatWithOneKey(
  location: DatabaseLocation,
  { requests, rounds, processes, seed }: Settings,
): Promise<boolean> {
  const product = await startProcesses(location, processes)
  const movements: Movement[] = []
  const faults = new Map<string, string[]>()
  let repeated = 0
  const retryCall = createRetry(() => (repeated += 1))
  try {
    const skinShop = await openSkinShop(product.origin)
    const { sandboxOrigin } = product
    const random = createRandom(seed)
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, race] of Object.entries(races)) {
        const found = await race({
          skinShop,
          sandboxOrigin,
          requests,
          random,
          retryCall,
          movements,
        })
        faults.set(name, [...(faults.get(name) ?? []), ...found])
      }
    }
  } finally {
    await product.stop()
  }
  note(
    `seed ${seed}: ${rounds} rounds of ${requests} requests at once; ${repeated} got "not now" and were repeated`,
  )
  const figures = [...faults].map(([name, found]) => {
    for (const words of found.slice(0, 3)) note(words)
    return reportExactly(`one key for ${name}: not one answer, or not done once`, found.length)
  })
  return [...figures, reportVerdict(await auditLedger(location, movements))].every(Boolean)
}
