import { localText } from '../storage/local-text.ts'

/** The cart as this device keeps it. */
export const cartText = localText('cart')
