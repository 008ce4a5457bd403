import type { PurchaseAnnouncer } from '#server/services/skins/purchase-events.ts'

/** Announces no purchases. */
export const announceNothing: PurchaseAnnouncer = {
  publishPurchase: () => undefined,
  publishBalance: () => undefined,
  stop: () => Promise.resolve(),
}
