import { z } from 'zod'
import { checkoutBody } from '#test/factories/checkout.ts'
import { newSteamId } from '#test/factories/ledger.ts'
import { openPack, settlePackPayment } from '#test/factories/packs.ts'
import { paidOrder } from '#test/factories/paid-order.ts'
import { listingFields } from '#test/factories/team-listings.ts'
import type { TestShop } from '#test/shop.ts'
import { signIn } from '#test/sign-in.ts'
import { claimBalance } from '#test/steam.ts'
import type { Visitor } from '#test/visitor.ts'

export const accountDataPath = '/api/account-data'
const downloaded = z.object({ data: z.record(z.string(), z.array(z.unknown())) })

export async function download(visitor: Visitor, headers?: Record<string, string>) {
  return downloaded.parse((await visitor.get(accountDataPath, headers)).body).data
}

/** How many rows of each kind the download has. */
export async function countsOf(visitor: Visitor) {
  return Object.fromEntries(
    Object.entries(await download(visitor)).flatMap(([what, rows]) =>
      rows.length === 0 ? [] : [[what, rows.length]],
    ),
  )
}

export async function erase(
  visitor: Visitor,
  headers?: Record<string, string>,
): Promise<Readonly<Record<string, unknown>>> {
  const { status, body } = await visitor.delete(accountDataPath, headers)
  return { ...body, status }
}

export async function buyPack(
  shop: TestShop,
  visitor: Visitor,
  changes: Readonly<Record<string, unknown>>,
) {
  const { sessionId } = await openPack(shop, changes, visitor)
  await shop.sandbox.stripe.decide(sessionId, 'pay')
  await settlePackPayment(visitor, sessionId)
}

/** A player with an account, an order, a pack, a linked Steam ID, a listing and reminders. */
export async function busyPlayer(shop: TestShop, name: string) {
  const visitor = shop.visitor()
  await signIn(visitor, 'hunter')
  const steamId = newSteamId()
  const item = { steamId, discordUsername: name, listedAsDonor: true }
  const { orderId } = await paidOrder(shop, visitor, checkoutBody(item))
  await buyPack(shop, visitor, { steamId, discordUsername: name })
  await claimBalance(shop, visitor, steamId)
  await visitor.put('/api/perk-reminders', { direct: true })
  const listing = { ...listingFields, discordUsername: name }
  await visitor.post('/api/team-listings', listing)
  return { visitor, steamId, orderId }
}
