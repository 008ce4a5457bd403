import type { Announce } from '#server/services/wallet/announce.ts'

/** Tells nobody of purchases. */
export const tellNobody: Announce = {
  tellPurchase: () => undefined,
  tellBalance: () => undefined,
  stop: () => Promise.resolve(),
}
