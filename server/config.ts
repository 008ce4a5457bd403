import { z } from 'zod'
import type { DatabaseLocation } from './db/database.ts'
import type { PayPalAccount } from './providers/payments/paypal/account.ts'

/** Every setting of the product, read and checked once. See `.env.example` for a line on each. */
export interface Config {
  readonly production: boolean
  readonly host: string
  readonly port: number
  /** Scheme, host and port that browsers use, without a trailing slash. */
  readonly publicOrigin: string
  readonly database: DatabaseLocation
  readonly sandbox: { readonly needed: boolean; readonly port: number }
  readonly sessionSecret: string
  readonly adminAccessCode: string
  readonly adminDiscordIds: readonly string[]
  readonly betaCode: string
  readonly requireSteamClaim: boolean
  readonly discord: DiscordConfig
  readonly paypal: PayPalConfig
}

export interface DiscordConfig {
  readonly clientId: string
  readonly clientSecret: string
  /** Where the staff's messages go; a secret. */
  readonly webhookUrl: string
  /** `https://discord.com` or a stand-in. */
  readonly origin: string
  readonly avatarOrigin: string
}

export interface PayPalConfig extends PayPalAccount {
  readonly driver: 'orders' | 'hosted'
  readonly scriptOrigin: string
}

/** The settings cannot be used; the message has one sentence for each fault, naming the setting. */
export class ConfigError extends Error {}

const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
const portNumber = z.coerce.number().int().min(0).max(65_535)
const origin = z
  .url({ protocol: /^https?$/ })
  .refine(isOrigin, 'must be scheme, host and port only, such as https://shop.example')
  .transform((url) => new URL(url).origin)
const secret = z.string().min(1)

const settings = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: portNumber.default(3000),
  HOST: z.string().refine(isHost, 'must be an IP address or a host name').default('127.0.0.1'),
  PUBLIC_ORIGIN: origin.optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATA_DIR: z.string().default('./data'),
  ALLOW_EMBEDDED_DATABASE: flag.default(false),
  SANDBOX_PORT: portNumber.default(3001),
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  ADMIN_ACCESS_CODE: secret.optional(),
  ADMIN_DISCORD_IDS: z.string().default(''),
  BETA_CODE: z
    .string()
    .regex(/^\d{1,8}$/, 'must be 1 to 8 digits')
    .optional(),
  REQUIRE_STEAM_CLAIM: flag.default(false),
  DISCORD_CLIENT_ID: secret.optional(),
  DISCORD_CLIENT_SECRET: secret.optional(),
  DISCORD_WEBHOOK_URL: z.url().optional(),
  DISCORD_BASE_URL: origin.optional(),
  STRIPE_SECRET_KEY: secret.optional(),
  STRIPE_WEBHOOK_SECRET: secret.optional(),
  STRIPE_BASE_URL: origin.optional(),
  PAYPAL_CLIENT_ID: secret.optional(),
  PAYPAL_CLIENT_SECRET: secret.optional(),
  PAYPAL_WEBHOOK_ID: secret.optional(),
  PAYPAL_DRIVER: z.enum(['orders', 'hosted']).default('orders'),
  PAYPAL_BASE_URL: origin.optional(),
  GAME_SERVER_SOURCE: z.enum(['battlemetrics', 'a2s']).optional(),
  BATTLEMETRICS_SERVER_ID: secret.optional(),
  BATTLEMETRICS_TOKEN: secret.optional(),
  BATTLEMETRICS_BASE_URL: origin.optional(),
  GAME_SERVER_ADDRESS: secret.optional(),
  STEAM_API_KEY: secret.optional(),
  STEAM_BASE_URL: origin.optional(),
})
type Settings = z.output<typeof settings>
type SettingName = keyof Settings

/** The names of all settings, for the test that compares them with `.env.example`. */
export const settingNames = Object.keys(settings.shape)

/** Which settings belong together: a provider is configured by all of its group or by none. */
const providerGroups: Readonly<Record<string, readonly SettingName[]>> = {
  Discord: ['DISCORD_CLIENT_ID', 'DISCORD_CLIENT_SECRET', 'DISCORD_WEBHOOK_URL'],
  Stripe: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  PayPal: ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'],
}

/** The game server's status can be left out, but its source answers nobody without a token. */
const optionalGroups: Readonly<Record<string, readonly SettingName[]>> = {
  BattleMetrics: ['BATTLEMETRICS_SERVER_ID', 'BATTLEMETRICS_TOKEN'],
}

// The address is a secret that we post to: never to a host that is not Discord's.
const discordWebhook =
  /^https:\/\/(?:(?:ptb|canary)\.)?(?:discord|discordapp)\.com\/api(?:\/v\d+)?\/webhooks\//

const paypalLiveApi = 'https://api-m.paypal.com'
const paypalLiveOrigins = new Set([paypalLiveApi, 'https://api.paypal.com'])

/** What the sandbox accepts; it holds the same values. */
const sandboxDefaults = {
  sessionSecret: 'sandbox-session-secret-sandbox-session-secret',
  adminAccessCode: 'kryptonite',
  betaCode: '05052025',
  discordClientId: '100000000000000001',
  discordClientSecret: 'sandbox-discord-secret',
  discordWebhookPath: '/api/webhooks/100000000000000002/sandbox-webhook-token',
  paypalClientId: 'sandbox-paypal-client',
  paypalClientSecret: 'sandbox-paypal-secret',
  paypalWebhookId: 'SANDBOXWEBHOOK01',
} as const

/** Reads the environment. Throws ConfigError naming every setting that is wrong, missing or unsafe. */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Config {
  const parsed = settings.safeParse(dropEmpty(environment))
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'),
    )
  }
  const faults = findFaults(parsed.data)
  if (faults.length > 0) throw new ConfigError(faults.join('\n'))
  return assemble(parsed.data)
}

/** `NAME=` in a file means "not set". */
function dropEmpty(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
}

function findFaults(values: Settings): string[] {
  return [
    ...halfConfiguredProviders(values),
    ...foreignWebhookHost(values),
    ...(values.NODE_ENV === 'production' ? productionFaults(values) : developmentFaults(values)),
  ]
}

function halfConfiguredProviders(values: Settings): string[] {
  return Object.entries({ ...providerGroups, ...optionalGroups }).flatMap(([provider, names]) => {
    const missing = names.filter((name) => values[name] === undefined)
    if (missing.length === 0 || missing.length === names.length) return []
    return [`${missing.join(' and ')} must be set too: ${provider} is only half configured.`]
  })
}

function foreignWebhookHost({ NODE_ENV, DISCORD_WEBHOOK_URL: url }: Settings): string[] {
  if (url === undefined || discordWebhook.test(url)) return []
  // The sandbox is on this machine; a loopback address in production has its own sentence.
  if (NODE_ENV !== 'production' && isLoopback(url)) return []
  return ['DISCORD_WEBHOOK_URL must begin with https://discord.com/api/webhooks/.']
}

function productionFaults(values: Settings): string[] {
  const required: SettingName[] = [
    'PUBLIC_ORIGIN',
    'SESSION_SECRET',
    'ADMIN_ACCESS_CODE',
    'BETA_CODE',
    ...Object.values(providerGroups).flat(),
  ]
  const missing = required.filter((name) => values[name] === undefined)
  const loopback = urlSettings.filter((name) => isLoopback(values[name]))
  return [
    ...missing.map((name) => `${name} must be set in production.`),
    ...loopback.map((name) => `${name} points to this machine, which production must not use.`),
    ...(values.PUBLIC_ORIGIN?.startsWith('http:')
      ? ['PUBLIC_ORIGIN must begin with https:// in production.']
      : []),
    ...publishedSecrets(values),
    ...(values.DATABASE_URL === undefined && !values.ALLOW_EMBEDDED_DATABASE
      ? [
          'DATABASE_URL must be set in production: the embedded database can lose data when the power fails. ALLOW_EMBEDDED_DATABASE=true accepts that.',
        ]
      : []),
  ]
}

/** Known demo secrets are for this machine alone. */
function developmentFaults(values: Settings): string[] {
  if (isLoopbackHost(values.HOST)) return []
  const secrets = ['SESSION_SECRET', 'ADMIN_ACCESS_CODE', 'BETA_CODE'] as const
  return [
    ...secrets
      .filter((name) => values[name] === undefined)
      .map((name) => `${name} must be set when HOST lets other machines in.`),
    ...publishedSecrets(values),
  ]
}

/** Everybody can read the demo's secrets in the source. */
function publishedSecrets(values: Settings): string[] {
  const published = {
    SESSION_SECRET: sandboxDefaults.sessionSecret,
    ADMIN_ACCESS_CODE: sandboxDefaults.adminAccessCode,
  }
  return (['SESSION_SECRET', 'ADMIN_ACCESS_CODE'] as const)
    .filter((name) => values[name] === published[name])
    .map((name) => `${name} must not be the demo's, which everybody knows.`)
}

const urlSettings = [
  'PUBLIC_ORIGIN',
  'DISCORD_BASE_URL',
  'DISCORD_WEBHOOK_URL',
  'STRIPE_BASE_URL',
  'PAYPAL_BASE_URL',
  'BATTLEMETRICS_BASE_URL',
  'STEAM_BASE_URL',
] as const satisfies readonly SettingName[]

function isLoopback(url: string | undefined): boolean {
  return url !== undefined && isLoopbackHost(new URL(url).hostname)
}

/** Names and addresses of this machine alone; IPv6 with or without brackets. */
function isLoopbackHost(host: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?|\[?::ffff:7f[\da-f]{2}:[\da-f]{1,4}\]?)$/i.test(
    host,
  )
}

function isOrigin(url: string): boolean {
  return URL.canParse(url) && new URL(url).href === `${new URL(url).origin}/`
}

function isHost(host: string): boolean {
  return URL.canParse(`http://${bracketed(host)}`) && /^[\w.:-]+$/.test(host)
}

/** IPv6 addresses stand in brackets where a port can follow. */
function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

/** Where a browser on this machine reaches the server, when nobody said where others do. */
function localOrigin(host: string, port: number): string {
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  return `http://${bracketed(reachable)}:${port}`
}

function assemble(values: Settings): Config {
  const sandboxOrigin = `http://127.0.0.1:${values.SANDBOX_PORT}`
  const sandboxNeeded =
    values.DISCORD_CLIENT_ID === undefined || values.PAYPAL_CLIENT_ID === undefined
  return {
    production: values.NODE_ENV === 'production',
    host: values.HOST,
    port: values.PORT,
    publicOrigin: values.PUBLIC_ORIGIN ?? localOrigin(values.HOST, values.PORT),
    database: values.DATABASE_URL
      ? { kind: 'postgres', url: values.DATABASE_URL }
      : { kind: 'embedded', directory: values.DATA_DIR },
    sandbox: { needed: sandboxNeeded, port: values.SANDBOX_PORT },
    sessionSecret: values.SESSION_SECRET ?? sandboxDefaults.sessionSecret,
    adminAccessCode: values.ADMIN_ACCESS_CODE ?? sandboxDefaults.adminAccessCode,
    adminDiscordIds: values.ADMIN_DISCORD_IDS.split(/[\s,;]+/).filter(Boolean),
    betaCode: values.BETA_CODE ?? sandboxDefaults.betaCode,
    requireSteamClaim: values.REQUIRE_STEAM_CLAIM,
    discord: discordConfig(values, sandboxOrigin),
    paypal: paypalConfig(values, sandboxOrigin),
  }
}

function discordConfig(values: Settings, sandboxOrigin: string): DiscordConfig {
  if (values.DISCORD_CLIENT_ID && values.DISCORD_CLIENT_SECRET && values.DISCORD_WEBHOOK_URL) {
    return {
      clientId: values.DISCORD_CLIENT_ID,
      clientSecret: values.DISCORD_CLIENT_SECRET,
      webhookUrl: values.DISCORD_WEBHOOK_URL,
      origin: values.DISCORD_BASE_URL ?? 'https://discord.com',
      avatarOrigin: values.DISCORD_BASE_URL ?? 'https://cdn.discordapp.com',
    }
  }
  return {
    clientId: sandboxDefaults.discordClientId,
    clientSecret: sandboxDefaults.discordClientSecret,
    webhookUrl: `${sandboxOrigin}${sandboxDefaults.discordWebhookPath}`,
    origin: sandboxOrigin,
    avatarOrigin: sandboxOrigin,
  }
}

function paypalConfig(values: Settings, sandboxOrigin: string): PayPalConfig {
  const { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID } = values
  const driver = values.PAYPAL_DRIVER
  if (PAYPAL_CLIENT_ID && PAYPAL_CLIENT_SECRET && PAYPAL_WEBHOOK_ID) {
    const apiOrigin = values.PAYPAL_BASE_URL ?? paypalLiveApi
    return {
      clientId: PAYPAL_CLIENT_ID,
      clientSecret: PAYPAL_CLIENT_SECRET,
      webhookId: PAYPAL_WEBHOOK_ID,
      driver,
      mode: paypalLiveOrigins.has(apiOrigin) ? 'live' : 'test',
      apiOrigin,
      scriptOrigin: isLoopback(apiOrigin) ? apiOrigin : 'https://www.paypal.com',
    }
  }
  return {
    clientId: sandboxDefaults.paypalClientId,
    clientSecret: sandboxDefaults.paypalClientSecret,
    webhookId: sandboxDefaults.paypalWebhookId,
    driver,
    mode: 'test',
    apiOrigin: sandboxOrigin,
    scriptOrigin: sandboxOrigin,
  }
}
