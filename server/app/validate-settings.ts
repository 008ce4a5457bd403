import {
  isLoopback,
  isLoopbackHost,
  isWiderThanAnyOwner,
  kindOfNetwork,
} from './network-addresses.ts'
import {
  needsSandbox,
  paypalMode,
  providerGroups,
  stripeApi,
  stripeMode,
  validateGameServer,
  type SettingName,
  type Settings,
} from './settings.ts'
import { validateSecrets } from './validate-secrets.ts'
import {
  findSampleAddresses,
  findSampleButtonIds,
  findSamplePriceIds,
  validateSite,
  type SiteSettings,
} from './validate-site.ts'

/** The game server's status can be left out, but its source answers nobody without a token. */
const optionalGroups: Readonly<Record<string, readonly SettingName[]>> = {
  BattleMetrics: ['BATTLEMETRICS_SERVER_ID', 'BATTLEMETRICS_TOKEN'],
}

// The address is a secret that we post to: never to a host that is not Discord's.
const discordWebhook =
  /^https:\/\/(?:(?:ptb|canary)\.)?(?:discord|discordapp)\.com\/api(?:\/v\d+)?\/webhooks\/\d+\/[\w-]+$/

/** Steam's is of use without any key: it signs players in. */
const baseUrls = {
  Discord: 'DISCORD_BASE_URL',
  Stripe: 'STRIPE_BASE_URL',
  PayPal: 'PAYPAL_BASE_URL',
  BattleMetrics: 'BATTLEMETRICS_BASE_URL',
  Steam: 'STEAM_BASE_URL',
} as const satisfies Readonly<Record<string, SettingName>>

/** A sentence for each setting that is missing or unsafe, and for what is wrong in `site/community.ts` and `site/prices.ts`. */
export function validateSettings(values: Settings, site: SiteSettings): string[] {
  return [
    ...validateSite(site),
    ...halfConfiguredProviders(values),
    ...uselessBaseUrls(values),
    ...validateGameServer(values),
    ...foreignWebhookHost(values),
    ...foreignStripeHost(values),
    ...strangeStripeKeys(values),
    ...samePorts(values),
    ...trustInEverybody(values),
    ...(reasonForProduction(values) === null
      ? developmentFaults(values, site)
      : explained(values, [
          ...productionFaults(values, site),
          ...sampleButtons(values, site),
          ...samplePrices(site),
          ...findSampleAddresses(site),
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

/** Who did not ask for production is told why it is. */
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

/** Without its keys a provider is the sandbox, or not asked at all, whatever its address says. */
function uselessBaseUrls(values: Settings): string[] {
  const groups = { ...providerGroups, ...optionalGroups }
  return Object.entries(baseUrls).flatMap(([provider, baseUrl]) => {
    const keys = groups[provider] ?? []
    const hasKeys = keys.length === 0 || keys.some((name) => values[name] !== undefined)
    if (values[baseUrl] === undefined || hasKeys) return []
    const all = `${keys.slice(0, -1).join(', ')} and ${keys.at(-1)}`
    return [`${baseUrl} is not used without ${all}: set them too, or remove it.`]
  })
}

function foreignWebhookHost(values: Settings): string[] {
  const url = values.DISCORD_WEBHOOK_URL
  if (url === undefined || discordWebhook.test(url)) return []
  // The sandbox is on this machine; a loopback address in production has its own sentence.
  if (reasonForProduction(values) === null && isLoopback(url)) return []
  return [
    'DISCORD_WEBHOOK_URL must be https://discord.com/api/webhooks/, the webhook’s id and its token, and nothing after them.',
  ]
}

/** The secret key goes with every question. */
function foreignStripeHost({ STRIPE_BASE_URL: url }: Settings): string[] {
  if (url === undefined || url === stripeApi || isLoopback(url)) return []
  return [`STRIPE_BASE_URL must be ${stripeApi} or a stand-in on this machine.`]
}

/** Stripe’s keys say what they are; one in the place of another would only show with the first payment. */
function strangeStripeKeys(values: Settings): string[] {
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
    // At 0 the system chooses.
    return same && values[name] ? [`${name} must be another one than ${same}.`] : []
  })
}

/** Whoever may say whence he comes has no limits: he is a new visitor with every guess. */
function trustInEverybody({ TRUSTED_PROXIES: proxies }: Settings): string[] {
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
    ...undecidedClaims(values),
    ...unsafeAddresses(values),
    ...validateSecrets(values, site),
    ...playMoney(values),
    ...validateDatabaseUrl(values),
    ...(values.DATABASE_URL === undefined && !values.ALLOW_EMBEDDED_DATABASE
      ? [
          'DATABASE_URL must be set in production: the embedded database can lose data when the power fails. ALLOW_EMBEDDED_DATABASE=true accepts that.',
        ]
      : []),
  ]
}

/** Either may be meant, and neither can be guessed: the owner decides who spends a balance. */
function undecidedClaims({ REQUIRE_STEAM_CLAIM: decision }: Settings): string[] {
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
    // A webhook that is not https is not Discord's, which is said above.
    if (name === 'DISCORD_WEBHOOK_URL' || url === undefined || url.startsWith('https:')) return []
    return [`${name} must begin with https:// in production.`]
  })
}

/** Whoever can pay with play money is given real things for it. */
function playMoney(values: Settings): string[] {
  if (values.ALLOW_TEST_PAYMENTS) return []
  const { PAYPAL_CLIENT_ID: paypal, PAYPAL_BASE_URL: paypalUrl, STRIPE_SECRET_KEY: stripe } = values
  const paypalPlays =
    paypal !== undefined && !isLoopback(paypalUrl) && paypalMode(values) === 'test'
  return [
    ...(paypalPlays ? ['PAYPAL_BASE_URL'] : []),
    ...(stripe !== undefined && stripeMode(values) === 'test' ? ['STRIPE_SECRET_KEY'] : []),
  ].map((name) => `${name} takes play money. ALLOW_TEST_PAYMENTS=true accepts that.`)
}

/** PayPal knows none of the buttons that this file comes with: nobody could pay. */
function sampleButtons(values: Settings, site: SiteSettings): string[] {
  const [sample, ...others] = findSampleButtonIds(site)
  if (values.PAYPAL_DRIVER !== 'hosted' || sample === undefined) return []
  const samples = others.length === 0 ? sample : `${sample} and ${others.length} more`
  return [
    `PAYPAL_DRIVER=hosted needs your own buttons: site/prices.ts still has the sample ${samples}. An item without a button has null.`,
  ]
}

/** Stripe knows none of the prices that this file comes with: nobody could buy a pack. */
function samplePrices(site: SiteSettings): string[] {
  const [sample, ...others] = findSamplePriceIds(site)
  if (sample === undefined) return []
  const samples = others.length === 0 ? sample : `${sample} and ${others.length} more`
  return [
    `site/prices.ts, kryptoPriceIds: still has the sample ${samples}. Make a price at Stripe for each pack.`,
  ]
}

/** Known demo secrets are for this machine alone. */
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

/** Names that lead nowhere outside of a network of one's own: of a container, or below these. */
const innerName = /^[^.]+$|\.(?:internal|local|lan|home\.arpa)$/

/** Addresses of such networks, and those that providers share out inside. */
const innerKinds: ReadonlySet<string> = new Set(['private', 'carrierGradeNat', 'uniqueLocal'])

/** What encrypts; without one of them the driver does not. */
const encryptingModes: ReadonlySet<string> = new Set([
  'require',
  'verify-ca',
  'verify-full',
  'no-verify',
])

/** A sentence for what lets others read or enter the database. None of them quotes the address. */
function validateDatabaseUrl({ DATABASE_URL }: Settings): string[] {
  if (DATABASE_URL === undefined) return []
  const { hostname, password, searchParams } = new URL(DATABASE_URL)
  const host = searchParams.get('host') ?? hostname
  // A socket of this machine.
  if (host === '' || host.startsWith('/') || isLoopbackHost(host)) return []
  const hasProof = password !== '' || searchParams.has('password') || searchParams.has('sslcert')
  return [
    ...(hasProof
      ? []
      : [
          'DATABASE_URL has no password: a database on another machine must ask for one. Write it as postgres://user:password@host/name.',
        ]),
    ...(isInner(host) || isEncrypted(searchParams)
      ? []
      : [
          'DATABASE_URL does not encrypt: passwords and buyers’ names would cross the internet for all to read. Add ?sslmode=verify-full to it.',
        ]),
  ]
}

function isInner(host: string): boolean {
  const kind = kindOfNetwork(host)
  return kind === null ? innerName.test(host) : innerKinds.has(kind)
}

function isEncrypted(parameters: URLSearchParams): boolean {
  const mode = parameters.get('sslmode')
  if (mode !== null) return encryptingModes.has(mode)
  return ['true', '1'].includes(parameters.get('ssl') ?? '')
}
