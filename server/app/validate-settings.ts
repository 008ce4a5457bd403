import type { SiteSections } from '#contract/site-sections.ts'
import {
  isLoopback,
  isLoopbackHost,
  isWiderThanAnyOwner,
  kindOfNetwork,
} from './network-addresses.ts'
import {
  isAllSandbox,
  needsSandbox,
  paypalMode,
  providerGroups,
  sandboxDefaults,
  stripeApi,
  stripeMode,
  type SettingName,
  type Settings,
} from './settings.ts'
import { validateSecrets } from './validate-secrets.ts'
import { findSamples, validateSite } from './validate-site.ts'

/** What may be missing, but needs all of its settings. */
const optionalGroups: Readonly<Record<string, readonly SettingName[]>> = {
  CFTools: ['CFTOOLS_APPLICATION_ID', 'CFTOOLS_SECRET', 'CFTOOLS_SERVER_ID'],
  'the Discord bot': ['DISCORD_BOT_TOKEN', 'DISCORD_GUILD_ID'],
  BattleMetrics: ['BATTLEMETRICS_SERVER_ID', 'BATTLEMETRICS_TOKEN'],
}

// The address is a secret that we post to, so it must be Discord's own host.
const discordWebhook =
  /^https:\/\/(?:(?:ptb|canary)\.)?(?:discord|discordapp)\.com\/api(?:\/v\d+)?\/webhooks\/\d+\/[\w-]+$/

/** Steam's address works without any key: signing in needs none. */
const baseUrls = {
  Discord: 'DISCORD_BASE_URL',
  Stripe: 'STRIPE_BASE_URL',
  PayPal: 'PAYPAL_BASE_URL',
  BattleMetrics: 'BATTLEMETRICS_BASE_URL',
  CFTools: 'CFTOOLS_BASE_URL',
  Steam: 'STEAM_BASE_URL',
} as const satisfies Readonly<Record<string, SettingName>>

/** What the owner has to change; false where a rule holds. */
type Sentence = string | false

/**
 * A sentence for each setting that is missing or unsafe, and for each fault in the files of `site/`.
 */
export function validateSettings(values: Settings, site: SiteSections): string[] {
  return [
    ...validateSite(site),
    ...halfConfiguredProviders(values),
    ...unusedBaseUrls(values),
    ...gameServer(values),
    ...priorityQueue(values),
    ...providers(values, site),
    ...samePorts(values),
    ...demoData(values),
    ...proxies(values),
    ...(reasonForProduction(values) === null
      ? development(values, site)
      : explained(values, [
          ...production(values, site),
          ...findSamples(site, values.PAYPAL_DRIVER),
        ])),
  ].filter((sentence) => sentence !== false)
}

/**
 * Why the rules of production apply; null when they do not. A misspelt or forgotten NODE_ENV must
 * not open a public shop, or real money, to the demo's codes.
 */
export function reasonForProduction(values: Settings): string | null {
  if (values.NODE_ENV === 'production') return 'NODE_ENV is production'
  if (values.PUBLIC_ORIGIN !== undefined && !isLoopback(values.PUBLIC_ORIGIN)) {
    return 'PUBLIC_ORIGIN is an address for others'
  }
  if (paypalMode(values) === 'live') return 'PAYPAL_CLIENT_ID is for real money'
  return stripeMode(values) === 'live' ? 'STRIPE_SECRET_KEY is for real money' : null
}

/** Explains why the rules apply to an owner who did not set NODE_ENV. */
function explained(values: Settings, rules: readonly Sentence[]): readonly Sentence[] {
  const isClear = values.NODE_ENV === 'production' || rules.every((sentence) => sentence === false)
  if (isClear) return rules
  return [`${reasonForProduction(values)}, so the rules of production apply:`, ...rules]
}

function halfConfiguredProviders(values: Settings): Sentence[] {
  return Object.entries({ ...providerGroups, ...optionalGroups }).map(([provider, names]) => {
    const missing = names.filter((name) => values[name] === undefined)
    const isHalf = missing.length > 0 && missing.length < names.length
    return (
      isHalf && `${missing.join(' and ')} must be set too: ${provider} is only half configured.`
    )
  })
}

/** Without its keys a provider is played by the sandbox, or not called at all, so its address has no effect. */
function unusedBaseUrls(values: Settings): Sentence[] {
  const groups: Readonly<Record<string, readonly SettingName[]>> = {
    ...providerGroups,
    ...optionalGroups,
  }
  return Object.entries(baseUrls).map(([provider, baseUrl]) => {
    const keys = groups[provider] ?? []
    const hasKeys = keys.length === 0 || keys.some((name) => values[name] !== undefined)
    const all = `${keys.slice(0, -1).join(', ')} and ${keys.at(-1)}`
    const isUnused = values[baseUrl] !== undefined && !hasKeys
    return isUnused && `${baseUrl} is not used without ${all}: set them too, or remove it.`
  })
}

function gameServer(values: Settings): Sentence[] {
  const { GAME_SERVER_SOURCE: source } = values
  const needed = source === 'a2s' ? 'GAME_SERVER_ADDRESS' : 'BATTLEMETRICS_SERVER_ID'
  const hasBoth =
    values.GAME_SERVER_ADDRESS !== undefined && values.BATTLEMETRICS_SERVER_ID !== undefined
  return [
    source === undefined &&
      hasBoth &&
      'GAME_SERVER_SOURCE must name the source: BATTLEMETRICS_SERVER_ID and GAME_SERVER_ADDRESS are both set.',
    source !== undefined &&
      values[needed] === undefined &&
      !needsSandbox(values) &&
      `${needed} must be set too: GAME_SERVER_SOURCE is ${source}.`,
  ]
}

/** No sentence quotes the address, which may hold a password. */
function priorityQueue(values: Settings): Sentence[] {
  const { PRIORITY_FILE: address } = values
  const isSftp = address?.kind === 'sftp'
  const has = (name: SettingName) => values[name] !== undefined
  const beside = (name: SettingName): Sentence =>
    has(name) &&
    has('CFTOOLS_APPLICATION_ID') &&
    `${name} and CFTOOLS_APPLICATION_ID must not both be set: either the game reads a file, or CFTools keeps the queue.`
  return [
    has('PRIORITY_FILE') &&
      has('PRIORITY_PULL_TOKEN') &&
      'PRIORITY_FILE and PRIORITY_PULL_TOKEN must not both be set: either we write the file, or the game’s machine fetches it.',
    beside('PRIORITY_FILE'),
    beside('PRIORITY_PULL_TOKEN'),
    has('PRIORITY_FILE_HOST_KEY') &&
      !isSftp &&
      address?.kind !== 'ftps' &&
      'PRIORITY_FILE_HOST_KEY is not used without an sftp:// or ftps:// address in PRIORITY_FILE: set that too, or remove it.',
    has('PRIORITY_FILE_SSH_KEY') &&
      !isSftp &&
      'PRIORITY_FILE_SSH_KEY is not used without an sftp:// address in PRIORITY_FILE: set that too, or remove it.',
    isSftp &&
      address.machine.password === '' &&
      !has('PRIORITY_FILE_SSH_KEY') &&
      'PRIORITY_FILE has an sftp:// address without a password: add it, or set PRIORITY_FILE_SSH_KEY.',
  ]
}

function providers(values: Settings, { products: { discordRoles } }: SiteSections): Sentence[] {
  const { DISCORD_WEBHOOK_URL: webhookUrl, STRIPE_BASE_URL: stripeUrl = stripeApi } = values
  const { STRIPE_SECRET_KEY: stripeKey, STRIPE_WEBHOOK_SECRET: signingSecret } = values
  const { discordRoleId: sampleRole } = sandboxDefaults
  const hasBot = values.DISCORD_BOT_TOKEN !== undefined
  const mayBeSandbox = reasonForProduction(values) === null && isLoopback(webhookUrl)
  return [
    // The sandbox's players are unknown to a bot at Discord.
    hasBot &&
      values.DISCORD_CLIENT_ID === undefined &&
      'DISCORD_BOT_TOKEN is not used without DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET and DISCORD_WEBHOOK_URL: set them too, or remove it.',
    values.DISCORD_PUBLIC_KEY !== undefined &&
      !hasBot &&
      'DISCORD_PUBLIC_KEY is not used without DISCORD_BOT_TOKEN and DISCORD_GUILD_ID: set them too, or remove it.',
    // Without the key nobody would notice who presses a button.
    values.DISCORD_STAFF_CHANNEL_ID !== undefined &&
      values.DISCORD_PUBLIC_KEY === undefined &&
      'DISCORD_STAFF_CHANNEL_ID is not used without DISCORD_PUBLIC_KEY: set it too, or remove it.',
    // At Discord nobody has the sandbox's role.
    hasBot &&
      discordRoles.some(({ roleId }) => roleId === sampleRole) &&
      `site/products.ts, discordRoles: still has the sandbox’s role ${sampleRole}. Put the id of a role of your own Discord server there, or no role.`,
    webhookUrl !== undefined &&
      !discordWebhook.test(webhookUrl) &&
      !mayBeSandbox &&
      'DISCORD_WEBHOOK_URL must be https://discord.com/api/webhooks/, the webhook’s id and its token, and nothing after them.',
    // The secret key goes out with every request.
    stripeUrl !== stripeApi &&
      !isLoopback(stripeUrl) &&
      `STRIPE_BASE_URL must be ${stripeApi} or a fake on this machine.`,
    // Stripe’s keys show their kind; a mix-up would otherwise only show with the first payment.
    stripeKey?.startsWith('pk_') === true &&
      'STRIPE_SECRET_KEY is the publishable key: set the secret one, sk_… or rk_….',
    stripeKey !== undefined &&
      signingSecret?.startsWith('whsec_') === false &&
      'STRIPE_WEBHOOK_SECRET must begin with whsec_: it is the signing secret of the webhook.',
  ]
}

function samePorts(values: Settings): Sentence[] {
  const sandbox: SettingName[] = needsSandbox(values) ? ['SANDBOX_PORT'] : []
  const names: SettingName[] = ['PORT', ...sandbox, 'METRICS_PORT']
  return names.map((name, index) => {
    const same = names.slice(0, index).find((other) => values[other] === values[name])
    // With 0 the system chooses the port.
    return same && values[name] ? `${name} must differ from ${same}.` : false
  })
}

/** Made-up orders must not stand among real ones, nor reach a real provider. */
function demoData(values: Settings): Sentence[] {
  const isProduction = reasonForProduction(values) !== null
  return [
    values.DEMO_DATA === true &&
      isProduction &&
      'DEMO_DATA must not be true in production: remove it, or set it to false.',
    values.DEMO_DATA === true &&
      !isProduction &&
      !isAllSandbox(values) &&
      'DEMO_DATA must not be true unless the sandbox plays every provider: remove it, or the keys.',
  ]
}

/** A visitor who may name their own address escapes every limit: each guess comes from a new visitor. */
function proxies({ TRUSTED_PROXIES: ranges }: Settings): Sentence[] {
  return ranges
    .filter(isWiderThanAnyOwner)
    .map(
      ([address, prefixBits]) =>
        `TRUSTED_PROXIES trusts strangers with ${address.toString()}/${prefixBits}: name only the proxies in front of the server.`,
    )
}

function production(values: Settings, site: SiteSections): Sentence[] {
  const required: SettingName[] = [
    'PUBLIC_ORIGIN',
    'SESSION_SECRET',
    'ADMIN_ACCESS_CODE',
    'BETA_CODE',
    ...Object.values(providerGroups).flat(),
  ]
  return [
    ...required.map((name) => values[name] === undefined && `${name} must be set in production.`),
    // Either may be meant and neither can be guessed: the owner decides who may spend a balance.
    values.REQUIRE_STEAM_CLAIM === undefined &&
      'REQUIRE_STEAM_CLAIM must be set in production. A Steam ID is public: with true (recommended) Kr are spent only by the account that linked it through Steam, with false by anybody who types it.',
    ...unsafeAddresses(values),
    ...validateSecrets(values, site),
    ...testPayments(values),
    ...databaseAddress(values),
    values.DATABASE_URL === undefined &&
      !values.ALLOW_EMBEDDED_DATABASE &&
      'DATABASE_URL must be set in production: the embedded database can lose data when the power fails. ALLOW_EMBEDDED_DATABASE=true accepts that.',
  ]
}

function unsafeAddresses(values: Settings): Sentence[] {
  const names = ['PUBLIC_ORIGIN', 'DISCORD_WEBHOOK_URL', ...Object.values(baseUrls)] as const
  return names.map((name) => {
    const url = values[name]
    if (isLoopback(url)) return `${name} points to this machine, which production must not use.`
    // A webhook without https has a sentence already.
    if (name === 'DISCORD_WEBHOOK_URL' || url === undefined || url.startsWith('https:'))
      return false
    return `${name} must begin with https:// in production.`
  })
}

/** With play money anybody gets real things for nothing. */
function testPayments(values: Settings): Sentence[] {
  const { PAYPAL_CLIENT_ID: paypal, PAYPAL_BASE_URL: paypalUrl, STRIPE_SECRET_KEY: stripe } = values
  const isPaypalTest =
    paypal !== undefined && !isLoopback(paypalUrl) && paypalMode(values) === 'test'
  const isStripeTest = stripe !== undefined && stripeMode(values) === 'test'
  const refuse = (name: SettingName, isTest: boolean): Sentence =>
    isTest &&
    !values.ALLOW_TEST_PAYMENTS &&
    `${name} accepts play money. ALLOW_TEST_PAYMENTS=true accepts that.`
  return [refuse('PAYPAL_BASE_URL', isPaypalTest), refuse('STRIPE_SECRET_KEY', isStripeTest)]
}

/** The demo's public secrets are for this machine alone. */
function development(values: Settings, site: SiteSections): Sentence[] {
  if (isLoopbackHost(values.HOST)) return []
  const secrets = ['SESSION_SECRET', 'ADMIN_ACCESS_CODE', 'BETA_CODE'] as const
  return [
    ...secrets.map(
      (name) =>
        values[name] === undefined && `${name} must be set when HOST lets other machines in.`,
    ),
    ...validateSecrets(values, site),
  ]
}

/** Names that resolve only inside a private network: single labels, as of containers, and these suffixes. */
const privateName = /^[^.]+$|\.(?:internal|local|lan|home\.arpa)$/

/** Addresses of such networks, and those that providers share out inside. */
const privateKinds: ReadonlySet<string> = new Set(['private', 'carrierGradeNat', 'uniqueLocal'])

/** The modes that encrypt; without one of them the driver does not. */
const encryptingModes: ReadonlySet<string> = new Set([
  'require',
  'verify-ca',
  'verify-full',
  'no-verify',
])

/** A sentence for each way in which the address exposes the database. None quotes the address. */
function databaseAddress({ DATABASE_URL }: Settings): Sentence[] {
  if (DATABASE_URL === undefined) return []
  const { hostname, password, searchParams } = new URL(DATABASE_URL)
  const host = searchParams.get('host') ?? hostname
  // A socket on this machine.
  if (host === '' || host.startsWith('/') || isLoopbackHost(host)) return []
  const hasProof = password !== '' || searchParams.has('password') || searchParams.has('sslcert')
  return [
    !hasProof &&
      'DATABASE_URL has no password: a database on another machine must require one. Write it as postgres://user:password@host/name.',
    !isPrivate(host) &&
      !isEncrypted(searchParams) &&
      'DATABASE_URL does not encrypt: passwords and buyers’ names would cross the internet for all to read. Add ?sslmode=verify-full to it.',
  ]
}

function isPrivate(host: string): boolean {
  const kind = kindOfNetwork(host)
  return kind === null ? privateName.test(host) : privateKinds.has(kind)
}

function isEncrypted(parameters: URLSearchParams): boolean {
  const mode = parameters.get('sslmode')
  if (mode !== null) return encryptingModes.has(mode)
  return ['true', '1'].includes(parameters.get('ssl') ?? '')
}
