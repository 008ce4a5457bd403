import { createRequire } from 'node:module'
import type * as Estimator from '@zxcvbn-ts/core'
import type * as CommonWords from '@zxcvbn-ts/language-common'
import { sandboxDefaults, type SettingName, type Settings } from './settings.ts'
import type { SiteSections } from '#contract/site-sections.ts'

/** The demo's secrets are public in this repository. */
const published = {
  SESSION_SECRET: sandboxDefaults.sessionSecret,
  ADMIN_ACCESS_CODE: sandboxDefaults.adminAccessCode,
  BETA_CODE: sandboxDefaults.betaCode,
  DISCORD_CLIENT_SECRET: sandboxDefaults.discordClientSecret,
  DISCORD_BOT_TOKEN: sandboxDefaults.discordBotToken,
  // Everybody can sign by its other half.
  DISCORD_PUBLIC_KEY: sandboxDefaults.discordPublicKey,
  PAYPAL_CLIENT_SECRET: sandboxDefaults.paypalClientSecret,
  STRIPE_WEBHOOK_SECRET: sandboxDefaults.stripeWebhookSecret,
  LB_CORE_TOKEN: sandboxDefaults.lbCoreToken,
} as const satisfies Partial<Record<SettingName, string>>

/**
 * How many guesses the owner's own secrets must withstand, by the estimate of zxcvbn: about a
 * million times what can be tried in ten years.
 *
 * - The admin code is tried online. All strangers together have 17,280 attempts a day (60 in five
 *   minutes, `server/services/staff/admin-session.ts`), 6 × 10^7 in ten years. The tokens
 *   are tried online too; `METRICS_TOKEN` faster, but it opens nothing except figures.
 * - The session secret can be tried offline by anybody with one cookie: 10^12 a second on rented
 *   machines, 3 × 10^20 in ten years. 32 random characters reach 10^27.
 *
 * The estimate counts ten for each character that no dictionary explains. So a word of a language
 * without a dictionary, such as Russian, is refused below 14 letters instead of passing for random.
 * The beta code is not checked: it has eight digits at most by specification, and hides only a
 * date.
 */
const ownSecrets = [
  {
    name: 'SESSION_SECRET',
    minGuesses: 1e27,
    fault: 'must be random',
    remedy: 'take what “openssl rand -hex 32” prints',
  },
  {
    name: 'ADMIN_ACCESS_CODE',
    minGuesses: 1e14,
    fault: 'must not be a code that can be guessed',
    remedy: 'take 16 random characters or more, such as “openssl rand -hex 10” prints',
  },
  {
    name: 'METRICS_TOKEN',
    minGuesses: 1e14,
    fault: 'must not be a token that can be guessed',
    remedy: 'take what “openssl rand -hex 32” prints',
  },
  {
    name: 'LB_CORE_TOKEN',
    minGuesses: 1e14,
    fault: 'must not be a token that can be guessed',
    remedy: 'take what “openssl rand -hex 32” prints',
  },
  {
    name: 'PRIORITY_PULL_TOKEN',
    minGuesses: 1e14,
    fault: 'must not be a token that can be guessed',
    remedy: 'take what “openssl rand -hex 32” prints',
  },
] as const satisfies readonly { readonly name: SettingName; readonly [key: string]: unknown }[]

/** Shorter names, such as `www`, occur in random secrets by chance. */
const minNameLength = 4
/** Names such as `cafe`, and numbers, occur by chance in what `openssl rand -hex` prints. */
const minHexNameLength = 8
/** Words that templates and manuals put where a secret belongs: such a secret is public. */
const wordsOfExamples = ['secret', 'password', 'session', 'admin', 'change', 'example', 'openssl']
/** More readings of a secret as leetspeak take time at each start and find no more. */
const maxLeetReadings = 10

/** One sentence for each secret that is public or can be guessed, with what to do. None quotes the secret. */
export function validateSecrets(values: Settings, site: SiteSections): string[] {
  const known = knownSecrets(values)
  const others = ownSecrets.flatMap(({ name, ...rule }) => {
    const secret = values[name]
    return secret === undefined || known.has(name) ? [] : [{ name, ...rule, secret }]
  })
  if (others.length === 0) return [...known.values()]
  const estimate = openEstimator(publicNames(values, site))
  const weak = others.flatMap(({ name, minGuesses, fault, remedy, secret }) => {
    const { guesses, contains } = estimate(secret)
    if (contains) return [`${name} must not contain ${contains}: ${remedy}.`]
    return guesses < minGuesses ? [`${name} ${fault}: ${remedy}.`] : []
  })
  return [...known.values(), ...weak]
}

/** Sentences about secrets that are public, by the names of the settings. */
function knownSecrets(values: Settings): ReadonlyMap<string, string> {
  const known = new Map(
    Object.entries(published)
      .filter(([name, value]) => Reflect.get(values, name) === value)
      .map(([name]) => [name, `${name} must not be the demo's, which is public.`]),
  )
  const { ADMIN_ACCESS_CODE: code, BETA_CODE: betaCode } = values
  if (code !== undefined && code === betaCode) {
    known.set(
      'ADMIN_ACCESS_CODE',
      'ADMIN_ACCESS_CODE must not be BETA_CODE, which every player knows.',
    )
  }
  return known
}

/** Public names in their compared form, with what each one is. */
type PublicNames = ReadonlyMap<string, string>

function publicNames(values: Settings, site: SiteSections): PublicNames {
  const hosts = [
    values.PUBLIC_ORIGIN && new URL(values.PUBLIC_ORIGIN).hostname,
    values.GAME_SERVER_ADDRESS?.host,
    site.server.address?.replace(/:\d+$/, ''),
  ]
  const ofAddress = [
    ...hosts.flatMap((host) => (host ? [host, ...host.split('.').slice(0, -1)] : [])),
    values.BATTLEMETRICS_SERVER_ID ?? '',
  ]
  const names = [
    ...ofAddress.map((name) => [plain(name), 'the address'] as const),
    [plain(site.community.map), 'the map'] as const,
    [plain(site.community.brand), 'the brand'] as const,
    ...wordsOfExamples.map((word) => [word, 'a word that examples use'] as const),
  ]
  return new Map(names.filter(([name]) => isRareByChance(name)))
}

function isRareByChance(name: string): boolean {
  return name.length >= (/^[\da-f]+$/.test(name) ? minHexNameLength : minNameLength)
}

/** Letters and digits alone, without case, accents and wide forms: `Deer-Isle` is `deerisle`. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

type Estimate = (secret: string) => {
  readonly guesses: number
  /** The public name that it contains, also in leetspeak; undefined for none. */
  readonly contains: string | undefined
}

/**
 * Loads the estimator, which takes a tenth of a second, only when there is a secret to check: a
 * demo has none. By `require`, because settings are read synchronously.
 */
function openEstimator(names: PublicNames): Estimate {
  const require = createRequire(import.meta.url)
  const { ZxcvbnFactory }: typeof Estimator = require('@zxcvbn-ts/core')
  const { adjacencyGraphs, dictionary }: typeof CommonWords = require('@zxcvbn-ts/language-common')
  const estimator = new ZxcvbnFactory({
    dictionary,
    graphs: adjacencyGraphs,
    l33tMaxSubstitutions: maxLeetReadings,
  })
  return (secret) => {
    const known = [...names.keys()]
    const written = plain(secret)
    const { guesses, sequence } = estimator.check(secret, known)
    // Leetspeak is only recognised in one piece: `deer-1sle` is `deerisle` without its hyphen.
    const matches = [...sequence, ...estimator.check(written, known).sequence]
    const inSecret = known.find(
      (name) => written.includes(name) || matches.some((match) => match['matchedWord'] === name),
    )
    return { guesses, contains: inSecret && names.get(inSecret) }
  }
}
