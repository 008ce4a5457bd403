/**
 * The product's accounts in the sandbox. They are valid nowhere else, so they are no secrets; the
 * product uses the same values for a provider without keys.
 */
export const discordCredentials = {
  clientId: '100000000000000001',
  clientSecret: 'sandbox-discord-secret',
  webhookId: '100000000000000002',
  webhookToken: 'sandbox-webhook-token',
  botToken: 'sandbox-discord-bot-token',
  guildId: '100000000000000010',
  /** A role that the bot may give. */
  roleId: '100000000000000012',
  /** The application's, by which Discord signs interactions. */
  publicKey: '48d3ba5f18bd65e13fd3044992ea1bce0972f7b2fe74359d435b217b30ba8b49',
  interactionKey: {
    d: 'p68kQXXiLSrIod02Mz7XdXsWjW61WHAHH0s-hHfmQEI',
    x: 'SNO6Xxi9ZeE_0wRJkuobzgly97L-dDWdQ1shezC6i0k',
  },
  /** Channels of the guild in which the bot may write. */
  channels: {
    status: '100000000000000021',
    thanks: '100000000000000022',
    news: '100000000000000023',
  },
} as const

export const stripeCredentials = {
  secretKey: 'sk_test_sandbox_kryptonique',
  webhookSecret: 'whsec_sandbox_kryptonique',
} as const

export const battleMetricsCredentials = {
  serverId: '1000001',
  token: 'sandbox-battlemetrics-token',
} as const

export const cftoolsCredentials = {
  applicationId: '5f0000000000000000000001',
  secret: 'sandbox-cftools-secret',
  serverId: '28d94fe2-7dc1-4508-a906-65f7a2431171',
} as const

export const steamCredentials = { apiKey: 'sandbox-steam-api-key' } as const

/** The machine of the game server, by SFTP at the sandbox's own port. */
export const gameMachineCredentials = { user: 'dayz', password: 'sandbox:game@machine' } as const

export const lbCoreCredentials = { token: 'sandbox-lb-core-token-sandbox-lb-core' } as const

export const paypalCredentials = {
  clientId: 'sandbox-paypal-client',
  clientSecret: 'sandbox-paypal-secret',
  webhookId: 'SANDBOXWEBHOOK01',
  // PayPal's account ids have 13 characters out of 2-9 and A-Z without I and O.
  merchantId: 'SANDBXMERCH22',
  merchantEmail: 'shop@sandbox.example',
} as const

interface Client {
  readonly clientId: string
  readonly clientSecret: string
}

/** Whether a header names the client by HTTP's Basic scheme (RFC 7617). */
export function isBasicFor(client: Client, authorization: string | undefined): boolean {
  const basic = /^Basic (.+)$/i.exec(authorization ?? '')?.[1] ?? ''
  return Buffer.from(basic, 'base64').toString() === `${client.clientId}:${client.clientSecret}`
}
