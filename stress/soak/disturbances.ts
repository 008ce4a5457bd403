import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresServer } from '#test/postgres.ts'
import type { RunningProduct } from '#test/product.ts'
import { createSandboxControl } from '#test/sandbox-control.ts'
import { calls, faultKinds } from '#stress/provider-faults/calls.ts'
import type { Random } from '#test/random.ts'

export interface Disturbances {
  /** Kills and crashes for so long, so that what follows begins with a killed server. */
  readonly killFor: (milliseconds: number) => Promise<void>
  /** Provider faults, and restarts of Postgres, which a server has to survive. */
  readonly disturbFor: (milliseconds: number) => Promise<void>
  /** Whether the server is down because we ended it, or was a moment ago. */
  readonly isServerAway: () => boolean
  readonly counts: Readonly<Record<'kills' | 'crashes' | 'faults', number>>
}

const shortestPauseMilliseconds = 5000
const pauseSpreadMilliseconds = 15_000
const aftermathMilliseconds = 3000

export function createDisturbances(
  product: RunningProduct,
  postgres: PostgresServer,
  random: Random,
): Disturbances {
  const counts = { kills: 0, crashes: 0, faults: 0 }
  const sandbox = createSandboxControl(product.sandboxOrigin)
  let awayUntil = 0

  async function killServer(): Promise<void> {
    counts.kills += 1
    awayUntil = Infinity
    await product.killServer()
    await product.startServer()
    awayUntil = performance.now() + aftermathMilliseconds
  }
  async function crashPostgres(): Promise<void> {
    counts.crashes += 1
    await (random.below(2) === 0 ? postgres.crash() : postgres.stop())
    await sleep(random.below(2000))
    await postgres.start()
  }
  async function failProvider(): Promise<void> {
    counts.faults += 1
    const call = random.pick(calls.filter(({ provider }) => provider !== 'a2s'))
    const kind = random.pick(faultKinds)
    await sandbox.fail({ ...call, kind, times: 1 + random.below(3), delayMs: 2000 })
  }
  const repeat =
    (blows: readonly (() => Promise<void>)[]) =>
    async (milliseconds: number): Promise<void> => {
      const endsAt = performance.now() + milliseconds
      for (;;) {
        const pause = shortestPauseMilliseconds + random.below(pauseSpreadMilliseconds)
        const left = endsAt - performance.now()
        await sleep(Math.max(0, Math.min(pause, left)))
        if (left <= pause) return
        await random.pick(blows)()
      }
    }
  return {
    killFor: repeat([killServer, killServer, crashPostgres, failProvider]),
    disturbFor: repeat([failProvider, failProvider, failProvider, crashPostgres]),
    isServerAway: () => performance.now() < awayUntil,
    counts,
  }
}
