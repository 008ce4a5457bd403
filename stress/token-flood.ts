import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { note, reportAtMost, reportExactly } from '#bench/report.ts'
import { buildWebIfStale } from '#scripts/build-web.ts'
import { sandboxDefaults } from '#server/app/settings.ts'
import { defineStress } from './define-stress.ts'
import { startProcesses } from './kr/processes.ts'
import { onDatabases } from './on-databases.ts'

/** DayZ stops reading after ten seconds. */
const mostMillisecondsOfPoll = 10_000
const polls = 5
const beginMilliseconds = 5000

/** Strangers poll with wrong tokens, each from its own network, while the game server polls. */
export const tokenFlood = defineStress({ strangers: 1100 }, async (setting) => {
  await buildWebIfStale()
  return onDatabases(async (location) => {
    const product = await startProcesses(location, 1)
    const { origin } = product
    // In its own thread, so that its load does not count for the right polls.
    const flood = new Worker(import.meta.filename, {
      workerData: { flooded: origin, strangers: setting('strangers') },
    })
    try {
      await sleep(beginMilliseconds)
      return await pollRightly(origin)
    } finally {
      await flood.terminate()
      await product.stop()
    }
  })
})

async function pollRightly(origin: string): Promise<boolean> {
  const address = (name: string, id: number): string =>
    `${origin}/api/lb/${sandboxDefaults.lbCoreToken}/${name}?id=${id}&port=2302`
  const times: number[] = []
  const statuses: number[] = []
  for (let id = 1; id <= polls; id += 1) {
    const startedAt = performance.now()
    const answer = await fetch(address('poll', id), { method: 'POST' })
    const text = await answer.text()
    times.push(performance.now() - startedAt)
    statuses.push(answer.status)
    if (text === '') continue
    await fetch(address('response', id), { method: 'POST', body: '{"code":404}' })
  }
  note(`right polls: ${times.map((time) => Math.round(time)).join(', ')} ms`)
  return [
    reportExactly('right polls refused', statuses.filter((status) => status !== 200).length),
    reportAtMost('the slowest right poll', Math.max(...times), mostMillisecondsOfPoll, 'ms'),
  ].every(Boolean)
}

/** Like a game server with a wrong token: again at once after an answer. */
async function pollWrongly(origin: string, stranger: number): Promise<never> {
  const headers = { 'x-forwarded-for': `198.51.${stranger >> 8}.${stranger & 255}` }
  for (;;) {
    const poll = fetch(`${origin}/api/lb/wrong/poll?id=1&port=2302`, { method: 'POST', headers })
    await poll.then((answer) => answer.arrayBuffer()).catch(() => undefined)
  }
}

const given = z.object({ flooded: z.url(), strangers: z.number() }).safeParse(workerData)
if (!isMainThread && given.success) {
  const { flooded, strangers } = given.data
  for (let stranger = 0; stranger < strangers; stranger += 1) void pollWrongly(flooded, stranger)
}
