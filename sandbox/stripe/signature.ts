import { createHmac } from 'node:crypto'
import { nowSeconds } from './state.ts'

/** `Stripe-Signature` of a body, https://docs.stripe.com/webhooks#verify-manually */
export function signatureHeader(rawBody: string, secret: string): string {
  const time = nowSeconds()
  const signature = createHmac('sha256', secret).update(`${time}.${rawBody}`).digest('hex')
  return `t=${time},v1=${signature}`
}
