import { z } from 'zod'
import type { TestShop } from './shop.ts'
import type { Answer, Visitor } from './visitor.ts'

/** Presses the link button. Returns Steam's address. */
export async function startClaim(visitor: Visitor): Promise<string> {
  const answer = await visitor.post('/api/steam-claims', {})
  return z.object({ url: z.string() }).parse(answer.body).url
}

/** Signs in at Steam, or cancels with null. Returns the address of the redirect. */
export async function decideAtSteam(
  { sandbox }: Pick<TestShop, 'sandbox'>,
  url: string,
  steamId: string | null,
): Promise<URL> {
  const response = await fetch(`${sandbox.origin}/_sandbox/steam/sign-in`, {
    method: 'POST',
    body: JSON.stringify({ url, ...(steamId !== null && { steamId }) }),
  })
  return new URL(z.object({ location: z.string() }).parse(await response.json()).location)
}

/** A whole claim; the answer is the last redirect. */
export async function claimBalance(
  shop: Pick<TestShop, 'sandbox'>,
  visitor: Visitor,
  steamId: string,
): Promise<Answer> {
  const { pathname, search } = await decideAtSteam(shop, await startClaim(visitor), steamId)
  return visitor.get(pathname + search)
}
