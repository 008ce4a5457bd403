import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningProduct } from '../test/product.ts'
import { checkoutBody, openOrder, startPayment } from '../test/factories/checkout.ts'
import { createSandboxControl } from '../test/sandbox-control.ts'
import { createVisitor, type Visitor } from '../test/visitor.ts'

/** The moments of a purchase at which the server is killed. */
export const killPoints = [
  'order opened',
  'PayPal order made',
  'buyer approved',
  'money taken, answer under way',
  'settled',
] as const
export type KillPoint = (typeof killPoints)[number]

/** One buyer who keeps trying, as a person with a page open would, while his server dies once. */
export async function buyWithKill(product: RunningProduct, killPoint: KillPoint): Promise<string> {
  const sandbox = createSandboxControl(product.sandboxOrigin)
  const buyer = createVisitor(product.origin)
  const body = checkoutBody()
  const dieAt = async (point: KillPoint): Promise<void> => {
    if (point === killPoint) await restart(product)
  }
  const orderId = await openOrder(buyer, body)
  await dieAt('order opened')
  const paypalOrderId = await startPayment(buyer, await openOrder(buyer, body))
  await dieAt('PayPal order made')
  await sandbox.decide(await startPayment(buyer, orderId), 'pay')
  await dieAt('buyer approved')
  if (killPoint === 'money taken, answer under way') {
    await sandbox.fail({
      provider: 'paypal',
      kind: 'slow',
      path: `/v2/checkout/orders/${paypalOrderId}/capture`,
    })
    const lostAnswer = buyer.post(`/api/orders/${orderId}/capture`, {}).catch(() => null)
    await sleep(300)
    await restart(product)
    await lostAnswer
  }
  await settle(buyer, orderId)
  await dieAt('settled')
  return orderId
}

/** Kills the server at random moments while buyers are at work. Answers the orders they paid. */
export async function buyUnderRandomKills(
  product: RunningProduct,
  { kills, buyers }: { kills: number; buyers: number },
): Promise<string[]> {
  const purchases = Array.from({ length: buyers }, () => buyStubbornly(product))
  for (let kill = 0; kill < kills; kill += 1) {
    await sleep(randomInt(20, 400))
    await restart(product)
  }
  return Promise.all(purchases)
}

async function buyStubbornly(product: RunningProduct): Promise<string> {
  const sandbox = createSandboxControl(product.sandboxOrigin)
  const buyer = createVisitor(product.origin)
  // The cookie comes with the first answer; without it each try would be another buyer.
  await insist(() => buyer.get('/api/orders/none'))
  const body = checkoutBody()
  const orderId = await insist(() => openOrder(buyer, body))
  await sandbox.decide(await insist(() => startPayment(buyer, orderId)), 'pay')
  await settle(buyer, orderId)
  return orderId
}

function settle(buyer: Visitor, orderId: string): Promise<void> {
  return insist(async () => {
    const { body } = await buyer.post(`/api/orders/${orderId}/capture`, {})
    if (body['status'] !== 'settled') throw new Error(`not settled: ${JSON.stringify(body)}`)
  })
}

/**
 * Five minutes, against hanging only: a busy machine takes long to start a server four times, and who
 * asks so often meets the limits of his network, which outlast a kill.
 */
const mostTries = 3000

async function insist<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (tries === mostTries) throw error
      await sleep(100)
    }
  }
}

async function restart(product: RunningProduct): Promise<void> {
  await product.killServer()
  await product.startServer()
}
