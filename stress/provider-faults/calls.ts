/** What can go wrong with a provider's answer. */
export const faultKinds = ['500', '429', 'hang', 'reset', 'slow', 'truncated'] as const
export type FaultKind = (typeof faultKinds)[number]

export interface FaultyCall {
  readonly provider: 'paypal' | 'stripe' | 'discord' | 'steam' | 'battlemetrics' | 'a2s'
  /** All paths by default. */
  readonly path?: string
}

/** Every call that the product makes of a provider; a longer path comes before its own prefix. */
export const calls: readonly FaultyCall[] = [
  { provider: 'paypal', path: '/v1/oauth2/token' },
  { provider: 'paypal', path: '/v2/checkout/orders/*/capture' },
  { provider: 'paypal', path: '/v2/checkout/orders/*' },
  { provider: 'paypal', path: '/v2/checkout/orders' },
  { provider: 'paypal', path: '/v2/payments/captures/*' },
  { provider: 'paypal', path: '/v2/payments/refunds/*' },
  { provider: 'paypal', path: '/v1/customer/disputes/*' },
  { provider: 'paypal', path: '/v1/notifications/certs/' },
  { provider: 'stripe', path: '/v1/checkout/sessions/*' },
  { provider: 'stripe', path: '/v1/checkout/sessions' },
  { provider: 'stripe', path: '/v1/disputes' },
  { provider: 'discord', path: '/api/webhooks/' },
  { provider: 'discord', path: '/api/oauth2/token' },
  { provider: 'discord', path: '/api/v10/users/@me' },
  { provider: 'steam', path: '/openid/login' },
  { provider: 'steam', path: '/ISteamUser/' },
  { provider: 'battlemetrics', path: '/servers/' },
  { provider: 'a2s' },
]
