import { z } from 'zod'
import { checkoutBody } from '#test/factories/checkout.ts'
import { newSteamId } from '#test/factories/packs.ts'
import type { TestShop } from '#test/shop.ts'
import { signIn } from '#test/sign-in.ts'
import { decideAtSteam } from '#test/steam.ts'
import type { Visitor } from '#test/visitor.ts'
import { packs } from '#test/factories/site.ts'
import { openPack, sessionOf } from '#stress/kr/traffic.ts'
import type { People } from './people.ts'

export interface Setup {
  readonly shop: TestShop
  readonly people: People
  /** The payments, to be compared with the providers' records. */
  readonly orderIds: string[]
  readonly sessionIds: string[]
}

const openedOrder = z.object({ orderId: z.string() })
const madeOrder = z.object({ paypalOrderId: z.string() })
const url = z.object({ url: z.string() })

/** Donates; then, in turn, nothing more happens, or the payment is refunded or disputed. */
export async function donate({ shop, people, orderIds }: Setup, turn: number): Promise<void> {
  const { retryCall } = people
  const buyer = people.somebody()
  const body = checkoutBody({ steamId: newSteamId() })
  const path = '/functions/v1/discord-purchase-notification'
  const { orderId } = await retryCall(async () => parsed(openedOrder, await buyer.post(path, body)))
  orderIds.push(orderId)
  const { paypalOrderId } = await retryCall(async () =>
    parsed(madeOrder, await buyer.post(`/api/orders/${orderId}/paypal-order`, {})),
  )
  await shop.sandbox.decide(paypalOrderId, 'pay')
  await retryCall(async () => {
    const { body: order } = await buyer.post(`/api/orders/${orderId}/capture`, {})
    return order['status'] === 'paid' ? true : null
  })
  const sequel = turn % 3
  if (sequel === 1) await shop.sandbox.refund(paypalOrderId, 700)
  if (sequel === 2) await shop.sandbox.dispute(paypalOrderId, 'open')
}

/** Buys a pack of Kr; then as above. */
export async function buyPack({ shop, people, sessionIds }: Setup, turn: number): Promise<void> {
  const { retryCall } = people
  const buyer = people.somebody()
  const [pack] = packs
  if (!pack) throw new Error('no pack is sold')
  const purchase = { steamId: newSteamId(), pack, key: crypto.randomUUID(), address: '198.18.0.1' }
  const opened = await retryCall(async () => {
    const answer = await openPack(buyer, purchase)
    return url.safeParse(answer.body).success ? answer : null
  })
  const sessionId = sessionOf(opened)
  sessionIds.push(sessionId)
  await shop.sandbox.stripe.decide(sessionId, 'pay')
  await retryCall(async () => {
    const confirm = '/functions/v1/process-krypto-stripe-payment'
    const { body } = await buyer.post(confirm, { sessionId })
    return typeof body['totalKrypto'] === 'number' ? true : null
  })
  const sequel = turn % 3
  if (sequel === 1) await shop.sandbox.stripe.refund(sessionId, Math.ceil(pack.priceCents / 3))
  if (sequel === 2) await shop.sandbox.stripe.dispute(sessionId, 'open')
}

/** Signs in with Discord, and proves through Steam that a balance is theirs. */
export async function signInAndClaim({ shop, people }: Setup): Promise<void> {
  const { retryCall } = people
  const player = people.somebody()
  await retryCall(async () => {
    const answer = await signIn(player, 'hunter')
    return answer.headers.get('location')?.includes('error') ? null : true
  })
  await retryCall(() => claim(shop, player))
}

async function claim(shop: TestShop, player: Visitor): Promise<true | null> {
  const started = await player.post('/api/steam-claims', {})
  const address = url.safeParse(started.body).data?.url
  if (address === undefined) return null
  const { pathname, search } = await decideAtSteam(shop, address, newSteamId())
  const landed = await player.get(pathname + search)
  return /claim=done/.test(landed.headers.get('location') ?? '') ? true : null
}

function parsed<Shape>(shape: z.ZodType<Shape>, { body }: { readonly body: unknown }) {
  return shape.safeParse(body).data ?? null
}
