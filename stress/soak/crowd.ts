import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { checkoutBody } from '#test/factories/checkout.ts'
import { itemBody } from '#test/factories/shop-items.ts'
import { openListingBrowser } from '#test/factories/team-listings.ts'
import { createSandboxControl } from '#test/sandbox-control.ts'
import { createVisitor, type Answer } from '#test/visitor.ts'
import { nextSteamId, wordsOf } from '#test/market.ts'
import { startTraffic, type Traffic, type TrafficGround } from '#stress/kr/traffic.ts'
import { someAddress } from '#test/random.ts'

export interface SoakGround extends TrafficGround {
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
export function startCrowd(ground: SoakGround): Traffic {
  const kr = startTraffic(ground, krPeople)
  const closing = new AbortController()
  const repeat = async (
    once: (ground: SoakGround) => Promise<unknown>,
    pause: number,
  ): Promise<void> => {
    while (!closing.signal.aborted) {
      await once(ground)
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
  { retryCall, strange }: SoakGround,
  shape: z.ZodType<Shape>,
  call: () => Promise<Answer>,
): Promise<Shape | null> {
  const answer = await retryCall(call)
  const parsed = shape.safeParse(answer.body)
  if (parsed.success) return parsed.data
  strange.push(wordsOf(answer))
  return null
}

async function donate(ground: SoakGround): Promise<void> {
  const { market, sandboxOrigin, random, retryCall, settled } = ground
  const sandbox = createSandboxControl(sandboxOrigin)
  const buyer = createVisitor(market.origin)
  const from = { 'x-forwarded-for': someAddress(random) }
  // The cookie comes with the first answer; without it each try would come from a new buyer.
  await retryCall(() => buyer.get('/api/orders/none', from))
  const body = checkoutBody({ steamId: nextSteamId() })
  const order = await expectAnswer(ground, openedOrder, () =>
    buyer.post('/functions/v1/discord-purchase-notification', body, from),
  )
  if (!order) return
  const path = `/api/orders/${order.orderId}`
  const made = await expectAnswer(ground, madeOrder, () =>
    buyer.post(`${path}/paypal-order`, {}, from),
  )
  if (!made) return
  await sandbox.decide(made.paypalOrderId, 'pay')
  const paid = await expectAnswer(ground, z.object({ status: z.literal('settled') }), () =>
    buyer.post(`${path}/capture`, {}, from),
  )
  if (!paid) return
  settled.push(order.orderId)
  const sequel = random.below(6)
  if (sequel === 0) await sandbox.refund(made.paypalOrderId, 300)
  if (sequel === 1) await sandbox.dispute(made.paypalOrderId, 'open')
}

async function findTeam(ground: SoakGround): Promise<void> {
  const { market, retryCall } = ground
  const browser = openListingBrowser({ visitor: () => createVisitor(market.origin) })
  const listing = await expectAnswer(ground, withId, () => browser.post({ id: undefined }))
  if (listing) await retryCall(() => browser.delete(listing.id))
}

async function read({ market, random, retryCall, strange }: SoakGround): Promise<void> {
  const page = random.pick(pages)
  const headers = { 'x-forwarded-for': someAddress(random) }
  const { status } = await retryCall(async () => {
    const answer = await fetch(`${market.origin}${page}`, { headers })
    await answer.arrayBuffer()
    return { status: answer.status, headers: answer.headers, body: {} }
  })
  if (status !== 200) strange.push(`${page}: ${status}`)
}

async function editShop(ground: SoakGround): Promise<void> {
  const { market, retryCall } = ground
  const body = await itemBody()
  const item = await expectAnswer(ground, withId, () =>
    market.admin.post('/api/admin/shop-items', body),
  )
  if (item) await retryCall(() => market.admin.delete(`/api/admin/shop-items/${item.id}`))
}

/** A page that is open for a while. */
async function listen({ market, random }: SoakGround): Promise<void> {
  const leaving = AbortSignal.timeout(1000 + random.below(longestStreamMilliseconds))
  const headers = { 'x-forwarded-for': someAddress(random) }
  try {
    const answer = await fetch(`${market.origin}/api/events`, { signal: leaving, headers })
    await answer.arrayBuffer()
  } catch {
    // The page or the server has left: pages reconnect.
  }
}
