import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { note, reportAtMost, reportExactly } from '#bench/report.ts'
import { buildWebIfStale } from '#scripts/build-web.ts'
import { sandboxDefaults } from '#server/app/settings.ts'
import { defineStress, onDatabases, startProcesses } from '#stress/define-stress.ts'
import { mostMillisecondsOfOthers, watchPages } from '#stress/watch-pages.ts'
import { nameTagBody, openOrder, startOnePayment } from '#test/factories/checkout.ts'
import { createVisitor, type Visitor } from '#test/visitor.ts'

/** What other visitors request meanwhile. */
const requests = ['/', '/api/shop-items', '/api/donors', '/api/team-listings']
const quietMilliseconds = 5000
const items = 10

/**
 * Buyers who pay nothing capture a payment of ten items, each as often as their limit allows, all
 * at once.
 */
export const captureFlood = defineStress({ captures: 115, buyers: 6 }, async (setting) => {
  await buildWebIfStale()
  return onDatabases(async (location) => {
    const product = await startProcesses(location, 1)
    try {
      return await floodCaptures(product.origin, setting('captures'), setting('buyers'))
    } finally {
      await product.stop()
    }
  })
})

async function floodCaptures(origin: string, captures: number, buyers: number): Promise<boolean> {
  const begun: (() => Promise<number[]>)[] = []
  for (let buyer = 0; buyer < buyers; buyer += 1) {
    const visitor = fromNetwork(createVisitor(origin), `192.0.2.${buyer + 1}`)
    const orderIds: string[] = []
    for (let item = 0; item < items; item += 1) {
      orderIds.push(await openOrder(visitor, nameTagBody()))
    }
    const path = `/api/paypal-orders/${await startOnePayment(visitor, orderIds)}/capture`
    begun.push(async () => {
      const calls = Array.from({ length: captures }, () => visitor.post(path, {}))
      return (await Promise.all(calls)).map(({ status }) => status)
    })
  }
  const addresses = requests.map((request) => origin + request)
  const others = { isBehindProxy: true }
  const quiet = await watchPages(addresses, () => sleep(quietMilliseconds), others)
  const flood = async (): Promise<number[]> => {
    const statuses: number[] = []
    for (const begin of begun) statuses.push(...(await begin()))
    return statuses
  }
  const { result, ...watch } = await watchPages(addresses, flood, others)
  for (const status of new Set(result)) {
    note(`${result.filter((one) => one === status).length} captures answered ${status}`)
  }
  for (const fault of watch.faults) note(fault)
  note(`others’ p99 ${quiet.p99Milliseconds.toFixed(0)} ms before`)
  return [
    reportExactly('captures answered 5xx', result.filter((status) => status >= 500).length),
    reportExactly('answers that others did not get', watch.failures),
    reportAtMost('others’ p99', watch.p99Milliseconds, mostMillisecondsOfOthers(quiet), 'ms'),
  ].every(Boolean)
}

function fromNetwork(visitor: Visitor, address: string): Visitor {
  const post: Visitor['post'] = (path, body) =>
    visitor.post(path, body, { 'x-forwarded-for': address })
  return { ...visitor, post }
}

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
