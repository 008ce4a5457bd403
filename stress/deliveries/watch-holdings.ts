import { setTimeout as sleep } from 'node:timers/promises'
import type { SandboxControl } from '#test/sandbox-control.ts'
import type { DeliveryCase } from './adapters.ts'

/** By `holdingKey` the colour of what is held, empty where there is none to see. */
export type Holdings = Map<string, string>

/** Compares the actual state with what the players hold, all the time. */
export interface HoldingsWatch {
  /** From here on something is broken, and a gap does not count. */
  readonly disturb: () => void
  /** All is mended: whoever lacks something now has their gap begin here. */
  readonly calm: () => void
  /** Waits until both are equal. Returns the differences that stayed, in words. */
  readonly untilEqual: (longestMs: number) => Promise<string[]>
  readonly longestGap: () => { readonly milliseconds: number; readonly of: string }
  readonly stop: () => Promise<void>
}

const pauseMs = 500

export function watchHoldings(
  sandbox: SandboxControl,
  cases: readonly DeliveryCase[],
  held: Holdings,
): HoldingsWatch {
  const closing = new AbortController()
  const missingSince = new Map<string, number>()
  let calmSince = performance.now()
  let isDisturbed = false
  let longest = { milliseconds: 0, of: 'nobody' }

  const readDesired = (): Holdings =>
    new Map([...held, ...cases.flatMap(({ extrasOf }) => [...(extrasOf?.(held) ?? [])])])

  async function readActual(): Promise<Holdings> {
    const game = await sandbox.readGame()
    return new Map(cases.flatMap(({ read }) => [...read(game)]))
  }

  /** A colour that is not the chosen one is a gap as well. */
  async function look(): Promise<void> {
    const desired = readDesired()
    const actual = await readActual()
    const now = performance.now()
    const missing = [...desired].filter(([key, color]) => actual.get(key) !== color)
    const keys = new Set(missing.map(([key]) => key))
    for (const key of missingSince.keys()) if (!keys.has(key)) missingSince.delete(key)
    for (const key of keys) {
      const since = missingSince.get(key) ?? now
      missingSince.set(key, since)
      const milliseconds = now - Math.max(since, calmSince)
      if (!isDisturbed && milliseconds > longest.milliseconds) longest = { milliseconds, of: key }
    }
  }
  const looking = (async () => {
    while (!closing.signal.aborted) {
      await look()
      await sleep(pauseMs)
    }
  })()
  // `stop` reports a rejection; until then it must not end the process.
  looking.catch(() => undefined)

  async function readDifferences(): Promise<string[]> {
    const actual = await readActual()
    const desired = readDesired()
    return [
      ...[...desired].flatMap(([key, color]) =>
        actual.get(key) === color ? [] : [`${key} is not there ${color}`],
      ),
      ...[...actual.keys()].flatMap((key) => (desired.has(key) ? [] : [`${key} is still there`])),
    ]
  }

  return {
    disturb: () => (isDisturbed = true),
    calm: () => {
      isDisturbed = false
      calmSince = performance.now()
    },
    untilEqual: async (longestMs) => {
      const end = performance.now() + longestMs
      for (;;) {
        const differences = await readDifferences()
        if (differences.length === 0 || performance.now() > end) return differences
        await sleep(pauseMs)
      }
    },
    longestGap: () => longest,
    stop: async () => {
      closing.abort()
      await looking
    },
  }
}
