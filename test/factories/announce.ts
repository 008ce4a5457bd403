import type { PurchaseAnnouncer } from '#server/services/skins/purchase-events.ts'

/** Tells nobody of purchases. */
export const tellNobody: PurchaseAnnouncer = {
  publishPurchase: () => undefined,
  publishBalance: () => undefined,
  stop: () => Promise.resolve(),
}
