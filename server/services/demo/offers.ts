import { z } from 'zod'
import * as contract from '#contract/offers.ts'
import { addOffers } from '#server/services/offers/admin-offers.ts'
import { redeemCode } from '#server/services/offers/redeem.ts'
import { event, staff, staffText, who, written } from './event.ts'

const dayMs = 24 * 60 * 60_000

const offer = event(
  z.object({
    kind: z.string(),
    value: z.int(),
    code: z.string().optional(),
    products: z.array(z.string()).optional(),
    /** Without it, it has no end. */
    days: z.int().optional(),
    limit: z.int().optional(),
    make: z.int().optional(),
    note: staffText,
    as: z.string().optional(),
  }),
  async ({ services, made }, { days, note, as, ...terms }) => {
    const now = services.clock()
    const ofSlug = (slug: string) =>
      services.site.current().products.some((product) => product.slug === slug)
    // What this community does not sell has no offer.
    if (terms.products && !terms.products.every(ofSlug)) return
    const request = contract.addOffer.body.parse({
      ...terms,
      startsAt: now.toISOString(),
      ...(days !== undefined && { endsAt: new Date(now.getTime() + days * dayMs).toISOString() }),
      note: written(services, note),
    })
    const added = await addOffers(services, staff, request)
    const [first] = 'offers' in added ? added.offers : [added]
    if (as !== undefined && first?.code) made.set(as, { id: first.code })
  },
)

const redeem = event(z.object({ who, code: z.string() }), async (scene, { who: person, code }) => {
  const { services, made } = scene
  const { id: typed } = made.get(code) ?? {}
  if (typed === undefined) return
  const request = contract.redeemCode.body.parse({ code: typed, steamId: person.steamId })
  await redeemCode(services, request, { userId: null, idempotencyKey: null, networks: null })
})

export const offers = { offer, redeem }
