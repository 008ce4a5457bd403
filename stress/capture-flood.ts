import { setTimeout as sleep } from 'node:timers/promises'
import { note, reportAtMost, reportExactly } from '#bench/report.ts'
import { buildWebIfStale } from '#scripts/build-web.ts'
import { nameTagBody, openOrder, startOnePayment } from '#test/factories/checkout.ts'
import { createVisitor, type Visitor } from '#test/visitor.ts'
import { defineStress } from './define-stress.ts'
import { mostMillisecondsOfOthers } from './floods/others.ts'
import { startProcesses } from './kr/processes.ts'
import { onDatabases } from './on-databases.ts'
import { watchPages } from './watch-pages.ts'

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
