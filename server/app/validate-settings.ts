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
  validateGameServer,
  validatePriorityQueue,
  type SettingName,
  type Settings,
} from './settings.ts'
import { validateSecrets } from './validate-secrets.ts'
import { findSamples, validateSite, type SiteSettings } from './validate-site.ts'

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

/**
 * A sentence for each setting that is missing or unsafe, and for each fault in the files of `site/`.
 */
export function validateSettings(values: Settings, site: SiteSettings): string[] {
  return [
    ...validateSite(site),
    ...halfConfiguredProviders(values),
    ...unusedBaseUrls(values),
    ...validateGameServer(values),
    ...validatePriorityQueue(values),
    ...botWithoutPlayers(values),
    ...botWithSampleRole(values, site),
    ...wrongWebhookHost(values),
    ...wrongStripeHost(values),
    ...wrongStripeKeys(values),
    ...samePorts(values),
    ...demoAmongReal(values),
    ...tooWideProxies(values),
    ...(reasonForProduction(values) === null
      ? developmentFaults(values, site)
      : explained(values, [
          ...productionFaults(values, site),
          ...findSamples(site, values.PAYPAL_DRIVER),
        ])),
  ]
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
function explained(values: Settings, faults: string[]): string[] {
  if (values.NODE_ENV === 'production' || faults.length === 0) return faults
  return [`${reasonForProduction(values)}, so the rules of production apply:`, ...faults]
}

function halfConfiguredProviders(values: Settings): string[] {
  return Object.entries({ ...providerGroups, ...optionalGroups }).flatMap(([provider, names]) => {
    const missing = names.filter((name) => values[name] === undefined)
    if (missing.length === 0 || missing.length === names.length) return []
    return [`${missing.join(' and ')} must be set too: ${provider} is only half configured.`]
  })
}

/** Without its keys a provider is played by the sandbox, or not called at all, so its address has no effect. */
function unusedBaseUrls(values: Settings): string[] {
  const groups: Readonly<Record<string, readonly SettingName[]>> = {
    ...providerGroups,
    ...optionalGroups,
  }
  return Object.entries(baseUrls).flatMap(([provider, baseUrl]) => {
    const keys = groups[provider] ?? []
    const hasKeys = keys.length === 0 || keys.some((name) => values[name] !== undefined)
    if (values[baseUrl] === undefined || hasKeys) return []
    const all = `${keys.slice(0, -1).join(', ')} and ${keys.at(-1)}`
    return [`${baseUrl} is not used without ${all}: set them too, or remove it.`]
  })
}

/** Made-up orders must not stand among real ones, nor reach a real provider. */
function demoAmongReal(values: Settings): string[] {
  if (values.DEMO_DATA !== true) return []
  if (reasonForProduction(values) !== null) {
    return ['DEMO_DATA must not be true in production: remove it, or set it to false.']
  }
  return isAllSandbox(values)
    ? []
    : [
        'DEMO_DATA must not be true unless the sandbox plays every provider: remove it, or the keys.',
      ]
}

/** The sandbox's players are unknown to a bot at Discord. */
function botWithoutPlayers(values: Settings): string[] {
  if (values.DISCORD_BOT_TOKEN === undefined || values.DISCORD_CLIENT_ID !== undefined) return []
  return [
    'DISCORD_BOT_TOKEN is not used without DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET and DISCORD_WEBHOOK_URL: set them too, or remove it.',
  ]
}

/** At Discord nobody has the sandbox's role. */
function botWithSampleRole(values: Settings, { discordRoles }: SiteSettings): string[] {
  const hasSample = discordRoles.some(({ roleId }) => roleId === sandboxDefaults.discordRoleId)
  if (values.DISCORD_BOT_TOKEN === undefined || !hasSample) return []
  return [
    `site/products.ts, discordRoles: still has the sandbox’s role ${sandboxDefaults.discordRoleId}. Put the id of a role of your own Discord server there, or no role.`,
  ]
}

function wrongWebhookHost(values: Settings): string[] {
  const url = values.DISCORD_WEBHOOK_URL
  if (url === undefined || discordWebhook.test(url)) return []
  // The sandbox runs on this machine; in production a loopback address has its own sentence.
  if (reasonForProduction(values) === null && isLoopback(url)) return []
  return [
    'DISCORD_WEBHOOK_URL must be https://discord.com/api/webhooks/, the webhook’s id and its token, and nothing after them.',
  ]
}

/** The secret key goes out with every request. */
function wrongStripeHost({ STRIPE_BASE_URL: url }: Settings): string[] {
  if (url === undefined || url === stripeApi || isLoopback(url)) return []
  return [`STRIPE_BASE_URL must be ${stripeApi} or a fake on this machine.`]
}

/** Stripe’s keys show their kind; a mix-up would otherwise only show with the first payment. */
function wrongStripeKeys(values: Settings): string[] {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: webhookSecret } = values
  return [
    ...(key?.startsWith('pk_')
      ? ['STRIPE_SECRET_KEY is the publishable key: set the secret one, sk_… or rk_….']
      : []),
    ...(!key || webhookSecret === undefined || webhookSecret.startsWith('whsec_')
      ? []
      : ['STRIPE_WEBHOOK_SECRET must begin with whsec_: it is the signing secret of the webhook.']),
  ]
}

function samePorts(values: Settings): string[] {
  const sandbox: SettingName[] = needsSandbox(values) ? ['SANDBOX_PORT'] : []
  const names: SettingName[] = ['PORT', ...sandbox, 'METRICS_PORT']
  return names.flatMap((name, index) => {
    const same = names.slice(0, index).find((other) => values[other] === values[name])
    // With 0 the system chooses the port.
    return same && values[name] ? [`${name} must differ from ${same}.`] : []
  })
}

/** A visitor who may name their own address escapes every limit: each guess comes from a new visitor. */
function tooWideProxies({ TRUSTED_PROXIES: proxies }: Settings): string[] {
  return proxies
    .filter(isWiderThanAnyOwner)
    .map(
      ([address, prefixBits]) =>
        `TRUSTED_PROXIES trusts strangers with ${address.toString()}/${prefixBits}: name only the proxies in front of the server.`,
    )
}

function productionFaults(values: Settings, site: SiteSettings): string[] {
  const required: SettingName[] = [
    'PUBLIC_ORIGIN',
    'SESSION_SECRET',
    'ADMIN_ACCESS_CODE',
    'BETA_CODE',
    ...Object.values(providerGroups).flat(),
  ]
  const missing = required.filter((name) => values[name] === undefined)
  return [
    ...missing.map((name) => `${name} must be set in production.`),
    ...missingClaimDecision(values),
    ...unsafeAddresses(values),
    ...validateSecrets(values, site),
    ...testPayments(values),
    ...validateDatabaseUrl(values),
    ...(values.DATABASE_URL === undefined && !values.ALLOW_EMBEDDED_DATABASE
      ? [
          'DATABASE_URL must be set in production: the embedded database can lose data when the power fails. ALLOW_EMBEDDED_DATABASE=true accepts that.',
        ]
      : []),
  ]
}

/** Either may be meant and neither can be guessed: the owner decides who may spend a balance. */
function missingClaimDecision({ REQUIRE_STEAM_CLAIM: decision }: Settings): string[] {
  if (decision !== undefined) return []
  return [
    'REQUIRE_STEAM_CLAIM must be set in production. A Steam ID is public: with true (recommended) Kr are spent only by the account that linked it through Steam, with false by anybody who types it.',
  ]
}

function unsafeAddresses(values: Settings): string[] {
  const names = ['PUBLIC_ORIGIN', 'DISCORD_WEBHOOK_URL', ...Object.values(baseUrls)] as const
  return names.flatMap((name) => {
    const url = values[name]
    if (isLoopback(url)) return [`${name} points to this machine, which production must not use.`]
    // `wrongWebhookHost` already reports a webhook without https.
    if (name === 'DISCORD_WEBHOOK_URL' || url === undefined || url.startsWith('https:')) return []
    return [`${name} must begin with https:// in production.`]
  })
}

/** With play money anybody gets real things for nothing. */
function testPayments(values: Settings): string[] {
  if (values.ALLOW_TEST_PAYMENTS) return []
  const { PAYPAL_CLIENT_ID: paypal, PAYPAL_BASE_URL: paypalUrl, STRIPE_SECRET_KEY: stripe } = values
  const isPaypalTest =
    paypal !== undefined && !isLoopback(paypalUrl) && paypalMode(values) === 'test'
  return [
    ...(isPaypalTest ? ['PAYPAL_BASE_URL'] : []),
    ...(stripe !== undefined && stripeMode(values) === 'test' ? ['STRIPE_SECRET_KEY'] : []),
  ].map((name) => `${name} accepts play money. ALLOW_TEST_PAYMENTS=true accepts that.`)
}

/** The demo's public secrets are for this machine alone. */
function developmentFaults(values: Settings, site: SiteSettings): string[] {
  if (isLoopbackHost(values.HOST)) return []
  const secrets = ['SESSION_SECRET', 'ADMIN_ACCESS_CODE', 'BETA_CODE'] as const
  return [
    ...secrets
      .filter((name) => values[name] === undefined)
      .map((name) => `${name} must be set when HOST lets other machines in.`),
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
function validateDatabaseUrl({ DATABASE_URL }: Settings): string[] {
  if (DATABASE_URL === undefined) return []
  const { hostname, password, searchParams } = new URL(DATABASE_URL)
  const host = searchParams.get('host') ?? hostname
  // A socket on this machine.
  if (host === '' || host.startsWith('/') || isLoopbackHost(host)) return []
  const hasProof = password !== '' || searchParams.has('password') || searchParams.has('sslcert')
  return [
    ...(hasProof
      ? []
      : [
          'DATABASE_URL has no password: a database on another machine must require one. Write it as postgres://user:password@host/name.',
        ]),
    ...(isPrivate(host) || isEncrypted(searchParams)
      ? []
      : [
          'DATABASE_URL does not encrypt: passwords and buyers’ names would cross the internet for all to read. Add ?sslmode=verify-full to it.',
        ]),
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
