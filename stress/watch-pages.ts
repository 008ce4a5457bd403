import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { percentile } from '#bench/report.ts'

export interface Watch {
  /** The time that one request in a hundred exceeded. */
  readonly p99Milliseconds: number
  /** Error answers and broken connections. */
  readonly failures: number
  /** Some of them, in words. */
  readonly faults: readonly string[]
}

const pauseMilliseconds = 10
const task = z.object({
  watchedAddresses: z.array(z.url()),
  isBehindProxy: z.boolean(),
})
const watch = z.object({
  p99Milliseconds: z.number(),
  failures: z.number(),
  faults: z.array(z.string()),
})

/**
 * Requests pages meanwhile in its own thread, so that the caller's load does not count. Behind a
 * trusted proxy the requests come from many networks.
 */
export async function watchPages<Result>(
  addresses: readonly string[],
  meanwhile: () => Promise<Result>,
  { isBehindProxy = false }: { readonly isBehindProxy?: boolean } = {},
): Promise<Watch & { readonly result: Result }> {
  const watcher = new Worker(import.meta.filename, {
    workerData: { watchedAddresses: addresses, isBehindProxy },
  })
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  watcher.once('message', resolve)
  watcher.once('error', reject)
  const result = await meanwhile()
  watcher.postMessage('enough')
  return { ...watch.parse(await promise), result }
}

async function lookUntilTold({
  watchedAddresses: addresses,
  isBehindProxy,
}: z.output<typeof task>): Promise<Watch> {
  const times: number[] = []
  const faults: string[] = []
  const enough = new AbortController()
  parentPort?.once('message', () => enough.abort())
  while (!enough.signal.aborted) {
    for (const address of addresses) {
      const start = performance.now()
      const fault = await look(address, isBehindProxy ? someNetwork() : {})
      times.push(performance.now() - start)
      if (fault !== null) faults.push(`${address}: ${fault}`)
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds))
  }
  const p99Milliseconds = percentile(times, 0.99)
  return { p99Milliseconds, failures: faults.length, faults: faults.slice(0, 10) }
}

let networks = 0

function someNetwork(): Record<string, string> {
  networks += 1
  return { 'x-forwarded-for': `198.51.100.${networks % 250}` }
}

/** Returns the fault of an answer; null for none. */
async function look(
  address: string,
  headers: Readonly<Record<string, string>>,
): Promise<string | null> {
  try {
    const answer = await fetch(address, { headers })
    await answer.arrayBuffer()
    return answer.status === 200 ? null : `status ${answer.status}`
  } catch (error) {
    return error instanceof Error ? `${error.message} ${String(error.cause)}` : 'no answer'
  }
}

const given = task.safeParse(workerData)
if (!isMainThread && given.success) {
  parentPort?.postMessage(await lookUntilTold(given.data))
}

const mostTimesSlower = 2
const unnoticedMilliseconds = 100

/**
 * How slow a flood may make the answers to others: at most twice the time before; or an unnoticeable
 * time, on a machine where that is less.
 */
export function mostMillisecondsOfOthers({
  p99Milliseconds,
}: Pick<Watch, 'p99Milliseconds'>): number {
  return Math.max(mostTimesSlower * p99Milliseconds, unnoticedMilliseconds)
}
