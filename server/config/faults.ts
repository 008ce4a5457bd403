import { findGameServerFaults } from './game-server.ts'
import { isLoopback, isLoopbackHost } from './hosts.ts'
import {
  paypalMode,
  providerGroups,
  sandboxDefaults,
  stripeApi,
  stripeMode,
  type SettingName,
  type Settings,
} from './settings.ts'
import {
  findSampleAddresses,
  findSampleButtonIds,
  findSamplePriceIds,
  findSiteFaults,
  type SiteSettings,
} from './site-faults.ts'

/** The game server's status can be left out, but its source answers nobody without a token. */
const optionalGroups: Readonly<Record<string, readonly SettingName[]>> = {
  BattleMetrics: ['BATTLEMETRICS_SERVER_ID', 'BATTLEMETRICS_TOKEN'],
}

// The address is a secret that we post to: never to a host that is not Discord's.
const discordWebhook =
  /^https:\/\/(?:(?:ptb|canary)\.)?(?:discord|discordapp)\.com\/api(?:\/v\d+)?\/webhooks\//

const shortestAccessCode = 8

const baseUrls = [
  'DISCORD_BASE_URL',
  'STRIPE_BASE_URL',
  'PAYPAL_BASE_URL',
  'BATTLEMETRICS_BASE_URL',
  'STEAM_BASE_URL',
] as const satisfies readonly SettingName[]

/** A sentence for each setting that is missing or unsafe, and for what is wrong in `site.config.ts` and `site.prices.ts`. */
export function findFaults(values: Settings, site: SiteSettings): string[] {
  return [
    ...findSiteFaults(site),
    ...halfConfiguredProviders(values),
    ...findGameServerFaults(values),
    ...foreignWebhookHost(values),
    ...foreignStripeHost(values),
    ...(reasonForProduction(values) === null
      ? developmentFaults(values)
      : explained(values, [
          ...productionFaults(values),
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

function foreignWebhookHost(values: Settings): string[] {
  const url = values.DISCORD_WEBHOOK_URL
  if (url === undefined || discordWebhook.test(url)) return []
  // The sandbox is on this machine; a loopback address in production has its own sentence.
  if (reasonForProduction(values) === null && isLoopback(url)) return []
  return ['DISCORD_WEBHOOK_URL must begin with https://discord.com/api/webhooks/.']
}

/** The secret key goes with every question. */
function foreignStripeHost({ STRIPE_BASE_URL: url }: Settings): string[] {
  if (url === undefined || url === stripeApi || isLoopback(url)) return []
  return [`STRIPE_BASE_URL must be ${stripeApi} or a stand-in on this machine.`]
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
  return [
    ...missing.map((name) => `${name} must be set in production.`),
    ...unsafeAddresses(values),
    ...publishedSecrets(values),
    ...shortAccessCode(values),
    ...playMoney(values),
    ...(values.DATABASE_URL === undefined && !values.ALLOW_EMBEDDED_DATABASE
      ? [
          'DATABASE_URL must be set in production: the embedded database can lose data when the power fails. ALLOW_EMBEDDED_DATABASE=true accepts that.',
        ]
      : []),
  ]
}

function unsafeAddresses(values: Settings): string[] {
  const names = ['PUBLIC_ORIGIN', 'DISCORD_WEBHOOK_URL', ...baseUrls] as const
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
    `PAYPAL_DRIVER=hosted needs your own buttons: site.prices.ts still has the sample ${samples}. An item without a button has null.`,
  ]
}

/** Stripe knows none of the prices that this file comes with: nobody could buy a pack. */
function samplePrices(site: SiteSettings): string[] {
  const [sample, ...others] = findSamplePriceIds(site)
  if (sample === undefined) return []
  const samples = others.length === 0 ? sample : `${sample} and ${others.length} more`
  return [
    `site.prices.ts, kryptoPriceIds: still has the sample ${samples}. Make a price at Stripe for each pack.`,
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
    ...shortAccessCode(values),
  ]
}

/** All attempts at guessing together make 17,280 a day: docs/decisions/0014. */
function shortAccessCode({ ADMIN_ACCESS_CODE: code }: Settings): string[] {
  if (code === undefined || code.length >= shortestAccessCode) return []
  return [
    `ADMIN_ACCESS_CODE must have at least ${shortestAccessCode} characters: a shorter one can be guessed.`,
  ]
}

/** Everybody can read the demo's secrets in the source. */
function publishedSecrets(values: Settings): string[] {
  const published = {
    SESSION_SECRET: sandboxDefaults.sessionSecret,
    ADMIN_ACCESS_CODE: sandboxDefaults.adminAccessCode,
    BETA_CODE: sandboxDefaults.betaCode,
  }
  return (['SESSION_SECRET', 'ADMIN_ACCESS_CODE', 'BETA_CODE'] as const)
    .filter((name) => values[name] === published[name])
    .map((name) => `${name} must not be the demo's, which everybody knows.`)
}
