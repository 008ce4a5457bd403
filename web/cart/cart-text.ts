import { localText } from '#web/storage/local-text.ts'

/** The cart as this device keeps it. */
export const cartText = localText('cart')
