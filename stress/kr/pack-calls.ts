import { z } from 'zod'
import type { Pack } from '#domain/packs.ts'
import type { Answer, Visitor } from '#test/visitor.ts'

export interface PackWish {
  readonly steamId: string
  readonly pack: Pack
  readonly key: string
  /** The buyer's address; the product trusts this machine as a proxy. */
  readonly address: string
}

export function openPack(buyer: Visitor, purchase: PackWish): Promise<Answer> {
  const { pack, steamId, key, address } = purchase
  const body = { priceId: pack.priceId, steamId, discordUsername: 'sokol' }
  return buyer.post('/functions/v1/create-krypto-checkout', body, {
    'idempotency-key': key,
    'x-forwarded-for': address,
  })
}

/** The call of the success page. */
export function confirmPack(buyer: Visitor, sessionId: string, address: string): Promise<Answer> {
  const headers = { 'x-forwarded-for': address }
  return buyer.post('/functions/v1/process-krypto-stripe-payment', { sessionId }, headers)
}

/** The session of the page that `openPack` answers. */
export function sessionOf({ body }: Answer): string {
  const { url } = z.object({ url: z.url() }).parse(body)
  return new URL(url).pathname.split('/').at(-1) ?? ''
}
