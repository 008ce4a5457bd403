import { z } from 'zod'
import { paypalCredentials } from '#sandbox/credentials.ts'
import { checkoutBody, startPayment } from '#test/factories/checkout.ts'
import { newSteamId } from '#test/factories/packs.ts'
import type { TestShop } from '#test/shop.ts'
import { someAddress, type Random } from '#test/random.ts'

/** The possible histories of a donation at PayPal; amounts are in cents, of 25 euros. */
const histories = {
  approved: [['decide', 'pay']],
  declined: [['decide', 'decline']],
  paid: [['decide', 'pay'], ['capture']],
  held: [['decide', 'hold'], ['capture']],
  held_then_paid: [['decide', 'hold'], ['capture'], ['review', 'complete']],
  held_then_denied: [['decide', 'hold'], ['capture'], ['review', 'deny']],
  refunded: [['decide', 'pay'], ['capture'], ['refund']],
  refunded_in_parts: [['decide', 'pay'], ['capture'], ['refund', 700], ['refund', 900], ['refund']],
  refunded_a_part: [['decide', 'pay'], ['capture'], ['refund', 1000]],
  held_then_refunded: [['decide', 'hold'], ['capture'], ['review', 'complete'], ['refund']],
  disputed: [['decide', 'pay'], ['capture'], ['dispute', 'open']],
  dispute_won: [['decide', 'pay'], ['capture'], ['dispute', 'open'], ['dispute', 'won']],
  dispute_lost: [['decide', 'pay'], ['capture'], ['dispute', 'open'], ['dispute', 'lost']],
  refunded_then_disputed: [
    ['decide', 'pay'],
    ['capture'],
    ['refund', 500],
    ['dispute', 'open'],
    ['dispute', 'lost'],
  ],
  dispute_won_then_refunded: [
    ['decide', 'pay'],
    ['capture'],
    ['dispute', 'open'],
    ['dispute', 'won'],
    ['refund', 800],
  ],
} as const satisfies Readonly<Record<string, readonly Step[]>>

type Step =
  | readonly ['decide', 'pay' | 'decline' | 'hold']
  /** The money is captured without the product's knowledge. */
  | readonly ['capture']
  | readonly ['review', 'complete' | 'deny']
  | readonly ['refund', number?]
  | readonly ['dispute', 'open' | 'won' | 'lost']

const all: readonly (readonly Step[])[] = Object.values(histories)
export const numberOfHistories = all.length

/** A donation with its ids here and at PayPal. */
export interface Donation {
  readonly orderId: string
  readonly paypalOrderId: string
}

/** From now on PayPal sends no events, whatever happens there. */
export async function disablePayPalEvents({ sandbox }: TestShop): Promise<void> {
  const lost = { provider: 'paypal', kind: 'webhook-lost', times: 1_000_000 }
  await sandbox.fail(lost)
  await sandbox.fail({ ...lost, eventType: 'CHECKOUT.ORDER.APPROVED' })
}

/** A new buyer begins to donate 25 euros and has not opened PayPal's window yet. */
export async function beginDonation(shop: TestShop, random: Random): Promise<Donation> {
  const buyer = shop.visitor()
  const from = { 'x-forwarded-for': someAddress(random) }
  const opened = await buyer.post(
    '/functions/v1/discord-purchase-notification',
    checkoutBody({ steamId: newSteamId() }),
    from,
  )
  const { orderId } = z.object({ orderId: z.string() }).parse(opened.body)
  return { orderId, paypalOrderId: await startPayment(buyer, orderId, from) }
}

/** Begins a donation and runs the next history in turn. */
export async function runDonation(shop: TestShop, turn: number, random: Random): Promise<Donation> {
  const donation = await beginDonation(shop, random)
  for (const step of all[turn % all.length] ?? []) await take(shop, donation, step)
  return donation
}

async function take(
  { sandbox }: TestShop,
  { paypalOrderId }: Donation,
  [kind, detail]: Step,
): Promise<void> {
  if (kind === 'decide') await sandbox.decide(paypalOrderId, detail)
  else if (kind === 'capture') await capturePayPalOrder(sandbox.origin, paypalOrderId)
  else if (kind === 'refund') await sandbox.refund(paypalOrderId, detail)
  else if (kind === 'dispute') await sandbox.dispute(paypalOrderId, detail)
  else {
    const payments = await sandbox.readPayments()
    const payment = payments.find(({ orderId }) => orderId === paypalOrderId)
    await sandbox.review(payment?.captureId ?? '', detail)
  }
}

/** Captures an approved order like a product whose answer is then lost. */
async function capturePayPalOrder(origin: string, paypalOrderId: string): Promise<void> {
  const response = await fetch(`${origin}/v2/checkout/orders/${paypalOrderId}/capture`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await accessToken(origin)}`,
      'content-type': 'application/json',
    },
    body: '{}',
  })
  if (!response.ok) throw new Error(`not captured: ${response.status} ${await response.text()}`)
  await response.body?.cancel()
}

async function accessToken(origin: string): Promise<string> {
  const { clientId, clientSecret } = paypalCredentials
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const response = await fetch(`${origin}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  return z.object({ access_token: z.string() }).parse(await response.json()).access_token
}
