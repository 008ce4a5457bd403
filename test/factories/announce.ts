import type { Announce } from '#server/services/skins/purchase-events.ts'

/** Tells nobody of purchases. */
export const tellNobody: Announce = {
  tellPurchase: () => undefined,
  tellBalance: () => undefined,
  stop: () => Promise.resolve(),
}
