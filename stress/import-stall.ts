import { monitorEventLoopDelay } from 'node:perf_hooks'
import { note, reportAtMost, reportExactly } from '#bench/report.ts'
import { importPerks } from '#server/services/perks/admin-imports.ts'
import { defineStress, onShops } from './define-stress.ts'

/** A visitor notices more. */
const mostMilliseconds = 200

/** The owner imports a long list: how long the process answers nobody meanwhile. */
export const importStall = defineStress({ lines: 17_000 }, (setting) =>
  onShops(async (shop) => {
    const lines = Array.from({ length: setting('lines') }, (_, line) => {
      return `${76_561_198_100_000_000n + BigInt(line)},priority_queue,2030-01-01,line ${line}`
    })
    const text = ['steam64,perk,until,note', ...lines].join('\n')
    const admin = { role: 'owner', by: 'code', actor: 'code:123' } as const
    const stall = monitorEventLoopDelay({ resolution: 5 })
    const results: boolean[] = []
    for (const dryRun of [true, false]) {
      const startedAt = performance.now()
      stall.reset()
      stall.enable()
      const request = { source: 'csv', text, dryRun } as const
      const { accepted } = await importPerks(shop.services, admin, request)
      stall.disable()
      note(`${dryRun ? 'dry run' : 'import'} in ${Math.round(performance.now() - startedAt)} ms`)
      results.push(
        reportExactly('lines left out', lines.length - accepted),
        reportAtMost('the longest stall', stall.max / 1e6, mostMilliseconds, 'ms'),
      )
    }
    return results.every(Boolean)
  }),
)
