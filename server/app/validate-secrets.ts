import { sandboxDefaults, type SettingName, type Settings } from './settings.ts'
import type { SiteSettings } from './validate-site.ts'

/** The demo's secrets are public in this repository. */
const published = {
  SESSION_SECRET: sandboxDefaults.sessionSecret,
  ADMIN_ACCESS_CODE: sandboxDefaults.adminAccessCode,
  BETA_CODE: sandboxDefaults.betaCode,
  DISCORD_CLIENT_SECRET: sandboxDefaults.discordClientSecret,
  DISCORD_BOT_TOKEN: sandboxDefaults.discordBotToken,
  PAYPAL_CLIENT_SECRET: sandboxDefaults.paypalClientSecret,
  STRIPE_WEBHOOK_SECRET: sandboxDefaults.stripeWebhookSecret,
  LB_CORE_TOKEN: sandboxDefaults.lbCoreToken,
} as const satisfies Partial<Record<SettingName, string>>

/**
 * How many characters of the owner's own secrets nothing must explain, each worth ten guesses:
 * at least a hundred thousand times what can be tried in ten years.
 *
 * - The admin code is tried online. All strangers together have 17,280 attempts a day (60 in five
 *   minutes, `server/services/staff/admin-session.ts`), 6 × 10^7 in ten years. The tokens
 *   are tried online too; `METRICS_TOKEN` faster, but it opens nothing except figures.
 * - The session secret can be tried offline by anybody with one cookie: 10^12 a second on rented
 *   machines, 3 × 10^20 in ten years.
 *
 * The beta code is not checked: it has eight digits at most by specification, and hides only a
 * date.
 */
const ownSecrets = [
  {
    name: 'SESSION_SECRET',
    leastUnexplained: 27,
    fault: 'must be random',
    remedy: 'take what “openssl rand -hex 32” prints',
  },
  {
    name: 'ADMIN_ACCESS_CODE',
    leastUnexplained: 13,
    fault: 'must not be a code that can be guessed',
    remedy: 'take 16 random characters or more, such as “openssl rand -hex 10” prints',
  },
  {
    name: 'METRICS_TOKEN',
    leastUnexplained: 13,
    fault: 'must not be a token that can be guessed',
    remedy: 'take what “openssl rand -hex 32” prints',
  },
  {
    name: 'LB_CORE_TOKEN',
    leastUnexplained: 13,
    fault: 'must not be a token that can be guessed',
    remedy: 'take what “openssl rand -hex 32” prints',
  },
  {
    name: 'PRIORITY_PULL_TOKEN',
    leastUnexplained: 13,
    fault: 'must not be a token that can be guessed',
    remedy: 'take what “openssl rand -hex 32” prints',
  },
] as const satisfies readonly { readonly name: SettingName; readonly [key: string]: unknown }[]

/** Shorter names, such as `www`, occur in random secrets by chance. */
const shortestName = 4
/** Names whose letters are digits in leetspeak or hex occur by chance in what `openssl rand -hex` prints. */
const shortestHexName = 8
/** Words that templates and manuals put where a secret belongs: such a secret is public. */
const wordsOfExamples = ['secret', 'password', 'session', 'admin', 'change', 'example', 'openssl']

/** One sentence for each secret that is public or can be guessed, with what to do. None quotes the secret. */
export function validateSecrets(values: Settings, site: SiteSettings): string[] {
  const known = knownSecrets(values)
  const names = publicNames(values, site)
  const weak = ownSecrets.flatMap(({ name, leastUnexplained, fault, remedy }) => {
    const secret = values[name]
    if (secret === undefined || known.has(name)) return []
    const written = plain(secret)
    const contained = names.find(([publicName]) => written.includes(publicName))
    if (contained) return [`${name} must not contain ${contained[1]}: ${remedy}.`]
    return countUnexplained(secret) < leastUnexplained ? [`${name} ${fault}: ${remedy}.`] : []
  })
  return [...known.values(), ...weak]
}

/**
 * A word counts as its first four characters, because lists of words have about 10^4 of them, and a
 * year as two.
 */
const guessedWithTheRest = /(?<=\p{L}\p{Ll}{3})\p{Ll}+|(?<=\p{Lu}{4})\p{Lu}+|(?<=19|20)\d\d/gu

/** How many characters neither finish a word nor continue a sequence (`aaa`, `123`) nor repeat earlier ones. */
function countUnexplained(secret: string): number {
  const written = secret.replaceAll(guessedWithTheRest, '')
  return Array.from({ length: written.length }, (_, at) => written.slice(at, at + 3)).filter(
    (piece, at) => written.indexOf(piece) === at && !isSequence(piece),
  ).length
}

function isSequence(piece: string): boolean {
  const [first = 0, second = 0, third] = Array.from(piece, (sign) => sign.codePointAt(0))
  const step = second - first
  return third === second + step && Math.abs(step) <= 1
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

/** Public names in their compared form, each with what it is. */
function publicNames(values: Settings, site: SiteSettings) {
  const hosts = [
    values.PUBLIC_ORIGIN && new URL(values.PUBLIC_ORIGIN).hostname,
    values.GAME_SERVER_ADDRESS?.host,
    site.gameServer.address?.replace(/:\d+$/, ''),
  ]
  const ofAddress = [
    ...hosts.flatMap((host) => (host ? [host, ...host.split('.').slice(0, -1)] : [])),
    values.BATTLEMETRICS_SERVER_ID ?? '',
  ]
  const names = [
    ...ofAddress.map((name) => [plain(name), 'the address'] as const),
    [plain(site.map), 'the map'] as const,
    [plain(site.brand), 'the brand'] as const,
    ...wordsOfExamples.map((word) => [plain(word), 'a word that examples use'] as const),
  ]
  return names.filter(([name]) => isRareByChance(name))
}

function isRareByChance(name: string): boolean {
  return name.length >= (/^[\da-fiost]+$/.test(name) ? shortestHexName : shortestName)
}

const leetLetters: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  l: 'i',
  '!': 'i',
  3: 'e',
  4: 'a',
  '@': 'a',
  5: 's',
  $: 's',
  7: 't',
}

/** Letters and digits alone, without case, accents, wide forms and leetspeak: `D33r-1sle` is `deerisie`. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[01l!34@5$7]/g, (sign) => leetLetters[sign] ?? sign)
    .replace(/[^\p{L}\p{N}]/gu, '')
}
