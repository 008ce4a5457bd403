import { note, reportExactly } from '#bench/report.ts'
import { buildWebIfStale } from '#scripts/build-web.ts'
import { cleanUp } from '#test/cleanups.ts'
import { builtPages, pageEndpoints } from '#test/endpoints/built-pages.ts'
import { endpoints } from '#test/endpoints/endpoints.ts'
import { setUp } from '#test/endpoints/setup.ts'
import { attack } from './fuzz/attack.ts'
import { onDatabases } from './on-databases.ts'
import { createRandom } from '#test/random.ts'
import { defineStress } from './define-stress.ts'

const shownFaults = 20
const targets = [...endpoints, ...pageEndpoints]

/**
 * Every endpoint × every field × hostile values (R10). `each` endpoint gets so many of them, chosen
 * by the seed; 0 for all.
 */
export const fuzz = defineStress({ each: 0, seed: 1 }, async (setting) => {
  await buildWebIfStale()
  return onDatabases(async (location) => {
    const startedAt = performance.now()
    try {
      const setup = await setUp(location, builtPages)
      const each = setting('each') === 0 ? undefined : setting('each')
      const figures = await attack(setup, targets, createRandom(setting('seed')), each)
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
      note(
        `seed ${setting('seed')}: ${figures.requests} requests in ${seconds} s, ${figures.accepted} of them harmless and accepted`,
      )
      for (const fault of figures.faults.slice(0, shownFaults)) note(fault)
      for (const error of figures.errors.slice(0, shownFaults)) note(error.slice(0, 300))
      return [
        reportExactly(
          'answers of 5xx, without a problem body or with innards',
          figures.faults.length,
        ),
        reportExactly('differences in the ledger afterwards', figures.differences.length),
        reportExactly('errors in the log', figures.errors.length),
      ].every(Boolean)
    } finally {
      await cleanUp()
    }
  })
})
