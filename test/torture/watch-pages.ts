import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { z } from 'zod'

export interface Watch {
  /** Of all that was looked at: the time that one in a hundred took longer than. */
  readonly p99Milliseconds: number
  /** Answers that were none. */
  readonly failures: number
}

const pauseMilliseconds = 10
const task = z.object({ watchedAddresses: z.array(z.url()) })
const watch = z.object({ p99Milliseconds: z.number(), failures: z.number() })

/**
 * Looks at pages while something goes on, in a thread of its own: what the caller is busy with does
 * not count.
 */
export async function watchPages(
  addresses: readonly string[],
  meanwhile: () => Promise<void>,
): Promise<Watch> {
  const watcher = new Worker(import.meta.filename, { workerData: { watchedAddresses: addresses } })
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  watcher.once('message', resolve)
  watcher.once('error', reject)
  await meanwhile()
  watcher.postMessage('enough')
  return watch.parse(await promise)
}

async function lookUntilTold(addresses: readonly string[]): Promise<Watch> {
  const times: number[] = []
  let failures = 0
  const enough = new AbortController()
  parentPort?.once('message', () => enough.abort())
  while (!enough.signal.aborted) {
    for (const address of addresses) {
      const start = performance.now()
      const answer = await fetch(address)
      await answer.arrayBuffer()
      times.push(performance.now() - start)
      if (answer.status !== 200) failures += 1
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds))
  }
  const p99Milliseconds = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
  return { p99Milliseconds, failures }
}

const given = task.safeParse(workerData)
if (!isMainThread && given.success) {
  parentPort?.postMessage(await lookUntilTold(given.data.watchedAddresses))
}
