import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { checkoutBody } from '#test/factories/checkout.ts'
import { itemBody } from '#test/factories/shop-items.ts'
import { openListingBrowser } from '#test/factories/team-listings.ts'
import { createSandboxControl } from '#test/sandbox-control.ts'
import { createVisitor, type Answer } from '#test/visitor.ts'
import { nextSteamId, wordsOf } from '#test/skin-shop.ts'
import { startTraffic, type Traffic, type TrafficSetup } from '#stress/kr/traffic.ts'
import { someAddress } from '#test/random.ts'

export interface SoakSetup extends TrafficSetup {
  /** Donations that were acknowledged as paid. */
  readonly settled: string[]
}

const krPeople = { buyers: 2, admins: 1, payers: 1 }
const pages = ['/', '/team', '/api/shop-items', '/api/donors', '/api/team-listings', '/rules']
const longestStreamMilliseconds = 15_000
/** Unlike a bench, people read in between. Discord accepts five messages in two seconds. */
const pauses = { donor: 1500, finder: 1000, reader: 50, owner: 5000, listener: 100 } as const

const openedOrder = z.object({ orderId: z.string() })
const madeOrder = z.object({ paypalOrderId: z.string() })
const withId = z.object({ id: z.string() })

/** Everything that people do with the shop, at once. */
export function startCrowd(setup: SoakSetup): Traffic {
  const kr = startTraffic(setup, krPeople)
  const closing = new AbortController()
  const repeat = async (
    once: (setup: SoakSetup) => Promise<unknown>,
    pause: number,
  ): Promise<void> => {
    while (!closing.signal.aborted) {
      await once(setup)
      await sleep(pause)
    }
  }
  const all = Promise.all([
    repeat(donate, pauses.donor),
    repeat(findTeam, pauses.finder),
    repeat(read, pauses.reader),
    repeat(read, pauses.reader),
    repeat(editShop, pauses.owner),
    ...Array.from({ length: 20 }, () => repeat(listen, pauses.listener)),
  ])
  // `stop` reports a rejection; until then it must not end the process.
  all.catch(() => undefined)
  return {
    stop: async () => {
      closing.abort()
      await Promise.all([kr.stop(), all])
    },
  }
}

/** Repeats until the page has an answer; records a clear answer of the wrong kind. */
async function expectAnswer<Shape>(
  { retryCall, strange }: SoakSetup,
  shape: z.ZodType<Shape>,
  call: () => Promise<Answer>,
): Promise<Shape | null> {
  const answer = await retryCall(call)
  const parsed = shape.safeParse(answer.body)
  if (parsed.success) return parsed.data
  strange.push(wordsOf(answer))
  return null
}

async function donate(setup: SoakSetup): Promise<void> {
  const { skinShop, sandboxOrigin, random, retryCall, settled } = setup
  const sandbox = createSandboxControl(sandboxOrigin)
  const buyer = createVisitor(skinShop.origin)
  const from = { 'x-forwarded-for': someAddress(random) }
  // The cookie comes with the first answer; without it each try would come from a new buyer.
  await retryCall(() => buyer.get('/api/orders/none', from))
  const body = checkoutBody({ steamId: nextSteamId() })
  const order = await expectAnswer(setup, openedOrder, () =>
    buyer.post('/functions/v1/discord-purchase-notification', body, from),
  )
  if (!order) return
  const path = `/api/orders/${order.orderId}`
  const made = await expectAnswer(setup, madeOrder, () =>
    buyer.post(`${path}/paypal-order`, {}, from),
  )
  if (!made) return
  await sandbox.decide(made.paypalOrderId, 'pay')
  const paid = await expectAnswer(setup, z.object({ status: z.literal('paid') }), () =>
    buyer.post(`${path}/capture`, {}, from),
  )
  if (!paid) return
  settled.push(order.orderId)
  const sequel = random.below(6)
  if (sequel === 0) await sandbox.refund(made.paypalOrderId, 300)
  if (sequel === 1) await sandbox.dispute(made.paypalOrderId, 'open')
}

async function findTeam(setup: SoakSetup): Promise<void> {
  const { skinShop, retryCall } = setup
  const browser = openListingBrowser({ visitor: () => createVisitor(skinShop.origin) })
  const listing = await expectAnswer(setup, withId, () => browser.post({ id: undefined }))
  if (listing) await retryCall(() => browser.delete(listing.id))
}

async function read({ skinShop, random, retryCall, strange }: SoakSetup): Promise<void> {
  const page = random.pick(pages)
  const headers = { 'x-forwarded-for': someAddress(random) }
  const { status } = await retryCall(async () => {
    const answer = await fetch(`${skinShop.origin}${page}`, { headers })
    await answer.arrayBuffer()
    return { status: answer.status, headers: answer.headers, body: {} }
  })
  if (status !== 200) strange.push(`${page}: ${status}`)
}

async function editShop(setup: SoakSetup): Promise<void> {
  const { skinShop, retryCall } = setup
  const body = await itemBody()
  const item = await expectAnswer(setup, withId, () =>
    skinShop.admin.post('/api/admin/shop-items', body),
  )
  if (item) await retryCall(() => skinShop.admin.delete(`/api/admin/shop-items/${item.id}`))
}

/** A page that is open for a while. */
async function listen({ skinShop, random }: SoakSetup): Promise<void> {
  const leaving = AbortSignal.timeout(1000 + random.below(longestStreamMilliseconds))
  const headers = { 'x-forwarded-for': someAddress(random) }
  try {
    const answer = await fetch(`${skinShop.origin}/api/events`, { signal: leaving, headers })
    await answer.arrayBuffer()
  } catch {
    // The page or the server has left: pages reconnect.
  }
}
