/** Why a provider refuses us until somebody changes a setting of the shop or its account there. */
export const connectionFaultCodes = [
  /** The key, token or secret is not valid. */
  'key_refused',
  /** Discord: the client id and secret, by which players sign in. */
  'client_refused',
  /** The key is valid, and may not do this. */
  'permission_missing',
  /** It takes no payments for the shop. */
  'seller_refused',
  /** The webhook of the staff's channel does not exist any more. */
  'webhook_gone',
  /** Its webhooks arrive, and their signatures do not fit. */
  'webhook_unverified',
  /** It does not know the game server of the settings. */
  'server_unknown',
  /** The database: a pooler between it and us loses the notifications. */
  'notifications_lost',
  /** Our own pages: one throws when it is rendered. */
  'page_broken',
  /** Our own pages: a text that the owner has saved cannot be read any more. */
  'text_unreadable',
] as const
export type ConnectionFaultCode = (typeof connectionFaultCodes)[number]

/** The faults that any good call to the provider ends; the others end with a good call of their kind. */
export const faultsOfEveryCall: readonly ConnectionFaultCode[] = ['key_refused', 'server_unknown']

export const connectionProviders = [
  'paypal',
  'stripe',
  'discord',
  'steam',
  'cftools',
  'game-server',
  'database',
  'pages',
] as const
export type ConnectionProvider = (typeof connectionProviders)[number]

/** As people know them. */
export const providerNames: Readonly<Record<ConnectionProvider, string>> = {
  paypal: 'PayPal',
  stripe: 'Stripe',
  discord: 'Discord',
  steam: 'Steam',
  cftools: 'CFTools',
  'game-server': 'BattleMetrics',
  database: 'PostgreSQL',
  pages: 'Pages',
}
