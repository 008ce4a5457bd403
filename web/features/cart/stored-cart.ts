import { localText } from '#web/app/browser-storage.ts'

/** The cart as this device keeps it. */
export const cartText = localText('cart')
