import { z } from 'zod'
import { defaultLanguage, languages } from '#contract/language.ts'
import { parseFileAddress, parseFingerprint } from '#server/providers/priority-file/file-address.ts'
import { readSshKey } from '#server/providers/priority-file/ssh-key.ts'
import { isHost, isOrigin, parseNetworkRanges } from './network-addresses.ts'

const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
const portNumber = z.coerce.number().int().min(0).max(65_535)
const origin = z
  .url({ protocol: /^https?$/ })
  .refine(isOrigin, 'must be scheme, host and port only, such as https://shop.example')
  .transform((url) => new URL(url).origin)
const secret = z.string().min(1)
/** A token that no header can hold would be quoted in the request's error, and so in the log. */
const word = z.string().regex(/^[\x21-\x7e]+$/, 'must be one word')
const discordIds = z
  .string()
  .transform((text): readonly string[] => text.split(/[\s,;]+/).filter(Boolean))
  .refine(
    (ids) => ids.every((id) => /^\d{17,20}$/.test(id)),
    'must be Discord ids (17 to 20 digits each), separated by commas',
  )
const gameServerAddress = z.string().transform((text, context) => {
  const [, host, port] = /^([\w-]+(?:\.[\w-]+)*):(\d{1,5})$/.exec(text) ?? []
  if (host && Number(port) >= 1 && Number(port) <= 65_535) return { host, port: Number(port) }
  context.addIssue('must be host and query port, such as 203.0.113.7:27016')
  return z.NEVER
})
const networkRanges = z.string().transform((text, context) => {
  const ranges = parseNetworkRanges(text)
  if (ranges) return ranges
  context.addIssue('must be addresses or ranges, such as 127.0.0.1,10.0.0.0/8')
  return z.NEVER
})

const priorityFile = z.string().transform((text, context) => {
  const address = parseFileAddress(text)
  const isWhole = address?.kind !== 'local' || /^(?:\/|[a-z]:\\|\\\\)/i.test(address.path)
  // Any other file of the game would be ruined by what we write.
  if (address && isWhole && /(?:^|[/\\])priority\.txt$/i.test(address.path)) return address
  context.addIssue(
    'must be the whole path of priority.txt, or sftp://user:password@host:port/path/priority.txt (ftps and ftp too), with special characters of user and password percent-encoded',
  )
  return z.NEVER
})
const fingerprint = z.string().transform((text, context) => {
  const read = parseFingerprint(text)
  if (read !== null) return read
  context.addIssue('must be a SHA-256 fingerprint, such as SHA256:… of ssh-keygen -lf')
  return z.NEVER
})
const sshKey = z.string().transform((text, context) => {
  const read = readSshKey(text)
  if ('key' in read) return read.key
  context.addIssue(read.problem)
  return z.NEVER
})

/** Every setting by its name in the environment. See `.env.example` for a line on each. */
export const settings = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: portNumber.default(3000),
  HOST: z.string().refine(isHost, 'must be an IP address or a host name').default('127.0.0.1'),
  PUBLIC_ORIGIN: origin.optional(),
  TRUSTED_PROXIES: networkRanges.default([]),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATA_DIR: z.string().default('./data'),
  ALLOW_EMBEDDED_DATABASE: flag.default(false),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'must be one word of at least 16 characters')
    .optional(),
  METRICS_PORT: portNumber.optional(),
  SANDBOX_PORT: portNumber.default(3001),
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  ADMIN_ACCESS_CODE: secret.optional(),
  ADMIN_DISCORD_IDS: discordIds.default([]),
  BETA_CODE: z
    .string()
    .regex(/^\d{1,8}$/, 'must be 1 to 8 digits')
    .optional(),
  REQUIRE_STEAM_CLAIM: flag.optional(),
  ALLOW_TEST_PAYMENTS: flag.default(false),
  DISCORD_CLIENT_ID: secret.optional(),
  DISCORD_CLIENT_SECRET: secret.optional(),
  DISCORD_WEBHOOK_URL: z.url().optional(),
  DISCORD_BASE_URL: origin.optional(),
  DISCORD_BOT_TOKEN: word.optional(),
  DISCORD_GUILD_ID: z
    .string()
    .regex(/^\d{17,20}$/, 'must be the id of a Discord server, 17 to 20 digits')
    .optional(),
  DISCORD_PUBLIC_KEY: z
    .string()
    .regex(/^[\da-f]{64}$/i, 'must be the application’s public key, 64 digits and letters a to f')
    .toLowerCase()
    .optional(),
  DISCORD_STAFF_CHANNEL_ID: z
    .string()
    .regex(/^\d{17,20}$/, 'must be the id of a channel, 17 to 20 digits')
    .optional(),
  STAFF_LANGUAGE: z.enum(languages).default(defaultLanguage),
  STRIPE_SECRET_KEY: secret.optional(),
  STRIPE_WEBHOOK_SECRET: secret.optional(),
  STRIPE_BASE_URL: origin.optional(),
  PAYPAL_CLIENT_ID: secret.optional(),
  PAYPAL_CLIENT_SECRET: secret.optional(),
  PAYPAL_WEBHOOK_ID: secret.optional(),
  PAYPAL_DRIVER: z.enum(['orders', 'hosted']).default('orders'),
  PAYPAL_BASE_URL: origin.optional(),
  GAME_SERVER_SOURCE: z.enum(['battlemetrics', 'a2s']).optional(),
  BATTLEMETRICS_SERVER_ID: z.string().regex(/^\d+$/, 'must be digits only').optional(),
  BATTLEMETRICS_TOKEN: word.optional(),
  BATTLEMETRICS_BASE_URL: origin.optional(),
  GAME_SERVER_ADDRESS: gameServerAddress.optional(),
  STEAM_API_KEY: secret.optional(),
  STEAM_BASE_URL: origin.optional(),
  PRIORITY_FILE: priorityFile.optional(),
  PRIORITY_FILE_FORMAT: z.enum(['semicolon', 'lines']).default('semicolon'),
  PRIORITY_FILE_HOST_KEY: fingerprint.optional(),
  PRIORITY_FILE_SSH_KEY: sshKey.optional(),
  PRIORITY_PULL_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{32,}$/, 'must be one word of at least 32 characters')
    .optional(),
  CFTOOLS_APPLICATION_ID: word.optional(),
  CFTOOLS_SECRET: secret.optional(),
  CFTOOLS_SERVER_ID: word.optional(),
  CFTOOLS_BASE_URL: origin.optional(),
  CFTOOLS_QUEUE_CALLS: z.coerce.number().int().min(10).max(1000).default(20),
  LB_CORE_TOKEN: z
    .string()
    .regex(/^[\w-]{32,}$/, 'must be at least 32 letters, digits, - and _')
    .optional(),
  DEMO_DATA: flag.optional(),
})

export type Settings = z.output<typeof settings>
export type SettingName = keyof Settings

/** Settings that belong together: a provider is configured by all of its group or by none. */
export const providerGroups: Readonly<
  Record<'Discord' | 'Stripe' | 'PayPal', readonly SettingName[]>
> = {
  Discord: ['DISCORD_CLIENT_ID', 'DISCORD_CLIENT_SECRET', 'DISCORD_WEBHOOK_URL'],
  Stripe: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  PayPal: ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'],
}

/** Whether a provider has no keys, so that the sandbox plays it. */
export function needsSandbox(values: Settings): boolean {
  return (
    values.DISCORD_CLIENT_ID === undefined ||
    values.PAYPAL_CLIENT_ID === undefined ||
    values.STRIPE_SECRET_KEY === undefined
  )
}

const settingsOfProviders: readonly SettingName[] = [
  ...Object.values(providerGroups).flat(),
  'DISCORD_BOT_TOKEN',
  'BATTLEMETRICS_SERVER_ID',
  'GAME_SERVER_ADDRESS',
  'STEAM_API_KEY',
  'STEAM_BASE_URL',
  'PRIORITY_FILE',
  'PRIORITY_PULL_TOKEN',
  'CFTOOLS_APPLICATION_ID',
  'LB_CORE_TOKEN',
]

export function isAllSandbox(values: Settings): boolean {
  return settingsOfProviders.every((name) => values[name] === undefined)
}

/** The sandbox's own credentials; `sandbox/credentials.ts` has the same values. */
export const sandboxDefaults = {
  sessionSecret: 'sandbox-session-secret-sandbox-session-secret',
  adminAccessCode: 'kryptonite',
  betaCode: '05052025',
  discordClientId: '100000000000000001',
  discordClientSecret: 'sandbox-discord-secret',
  discordWebhookPath: '/api/webhooks/100000000000000002/sandbox-webhook-token',
  discordBotToken: 'sandbox-discord-bot-token',
  discordGuildId: '100000000000000010',
  discordRoleId: '100000000000000012',
  discordPublicKey: '48d3ba5f18bd65e13fd3044992ea1bce0972f7b2fe74359d435b217b30ba8b49',
  discordStaffChannelId: '100000000000000003',
  paypalClientId: 'sandbox-paypal-client',
  paypalClientSecret: 'sandbox-paypal-secret',
  paypalWebhookId: 'SANDBOXWEBHOOK01',
  stripeSecretKey: 'sk_test_sandbox_kryptonique',
  stripeWebhookSecret: 'whsec_sandbox_kryptonique',
  steamApiKey: 'sandbox-steam-api-key',
  battlemetricsServerId: '1000001',
  battlemetricsToken: 'sandbox-battlemetrics-token',
  gameMachineUser: 'dayz',
  gameMachinePassword: 'sandbox:game@machine',
  lbCoreToken: 'sandbox-lb-core-token-sandbox-lb-core',
} as const

export const paypalLiveApi = 'https://api-m.paypal.com'
const paypalLiveOrigins: ReadonlySet<string> = new Set([paypalLiveApi, 'https://api.paypal.com'])

/** Whether PayPal takes real money, which only its address shows. */
export function paypalMode({ PAYPAL_CLIENT_ID, PAYPAL_BASE_URL }: Settings): 'live' | 'test' {
  if (PAYPAL_CLIENT_ID === undefined) return 'test'
  return paypalLiveOrigins.has(PAYPAL_BASE_URL ?? paypalLiveApi) ? 'live' : 'test'
}

export const stripeApi = 'https://api.stripe.com'

/** Whether Stripe takes real money, which its key shows. */
export function stripeMode({ STRIPE_SECRET_KEY }: Settings): 'live' | 'test' {
  return STRIPE_SECRET_KEY === undefined || /^[a-z]+_test_/.test(STRIPE_SECRET_KEY)
    ? 'test'
    : 'live'
}

const settingNames = Object.keys(settings.shape)

/**
 * A sentence for each variable that is no setting and whose name is near to that of one. The
 * environment has those of other programs too, so no others are named; no sentence has a value.
 */
export function findMisspelt(environment: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(environment).flatMap(([name, value]) => {
    if (!value?.trim() || settingNames.includes(name)) return []
    const normalized = name.toUpperCase().replaceAll('-', '_')
    const meant = settingNames.find((known) =>
      isWithin(Math.floor(known.length / charactersPerEdit), normalized, known),
    )
    return meant ? [`${name} is not a setting and has no effect: did you mean ${meant}?`] : []
  })
}

/** With fewer, the short names would be near to those of other programs. */
const charactersPerEdit = 8

/** Whether so many characters added, left out, replaced or swapped make the one text of the other. */
function isWithin(edits: number, one: string, other: string): boolean {
  let same = 0
  while (same < one.length && one[same] === other[same]) same += 1
  const [a, b] = [one.slice(same), other.slice(same)]
  if (a === b || edits === 0) return a === b
  const isSwapped = a.length > 1 && a[0] === b[1] && a[1] === b[0]
  return (
    isWithin(edits - 1, a.slice(1), b) ||
    isWithin(edits - 1, a, b.slice(1)) ||
    isWithin(edits - 1, a.slice(1), b.slice(1)) ||
    (isSwapped && isWithin(edits - 1, a.slice(2), b.slice(2)))
  )
}
