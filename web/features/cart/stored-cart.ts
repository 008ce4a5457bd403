import { localText } from '#web/app/browser-storage.ts'

/** The cart in this device's storage. */
export const cartText = localText('cart')
