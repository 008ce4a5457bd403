/** Our account at PayPal and the hosts to reach it. */
export interface PayPalAccount {
  readonly clientId: string
  readonly clientSecret: string
  readonly webhookId: string
  readonly mode: 'live' | 'test'
  readonly apiOrigin: string
}
