import { sandboxDefaults, type SettingName, type Settings } from './settings.ts'

const shortestAccessCode = 8
/** Below these a secret is a pattern, not a choice: `aaaaaaaa`, `abababab`. */
const fewestCharactersInCode = 4
const fewestCharactersInSecret = 8

/** What people set first, and what is therefore tried first. */
const commonCodes: ReadonlySet<string> = new Set([
  'password',
  'password1',
  'changeme',
  'change-me',
  'letmein1',
  'iloveyou',
  'qwertyui',
  'qwerty123',
  'adminadmin',
  'administrator',
  '12345678',
  '123456789',
  '1234567890',
  '87654321',
])

/** Everybody can read the demo's secrets in the source. */
const published = {
  SESSION_SECRET: sandboxDefaults.sessionSecret,
  ADMIN_ACCESS_CODE: sandboxDefaults.adminAccessCode,
  BETA_CODE: sandboxDefaults.betaCode,
  DISCORD_CLIENT_SECRET: sandboxDefaults.discordClientSecret,
  PAYPAL_CLIENT_SECRET: sandboxDefaults.paypalClientSecret,
  STRIPE_WEBHOOK_SECRET: sandboxDefaults.stripeWebhookSecret,
} as const satisfies Partial<Record<SettingName, string>>

/** A sentence for each secret that others know or guess. None of them quotes it. */
export function findSecretFaults(values: Settings): string[] {
  return [...publishedSecrets(values), ...guessedCode(values), ...patternAsSecret(values)]
}

function publishedSecrets(values: Settings): string[] {
  return Object.entries(published)
    .filter(([name, value]) => Reflect.get(values, name) === value)
    .map(([name]) => `${name} must not be the demo's, which everybody knows.`)
}

/** All attempts at guessing together make 17,280 a day: docs/decisions/0014. */
function guessedCode({ ADMIN_ACCESS_CODE: code, BETA_CODE: betaCode }: Settings): string[] {
  if (code === undefined) return []
  if (code.length < shortestAccessCode) {
    return [
      `ADMIN_ACCESS_CODE must have at least ${shortestAccessCode} characters: a shorter one can be guessed.`,
    ]
  }
  if (code === betaCode) {
    return ['ADMIN_ACCESS_CODE must not be BETA_CODE, which is told to every player.']
  }
  const isPattern = new Set(code).size < fewestCharactersInCode
  return isPattern || commonCodes.has(code.toLowerCase())
    ? ['ADMIN_ACCESS_CODE is among the first that are tried: choose one of your own.']
    : []
}

function patternAsSecret({ SESSION_SECRET: secret }: Settings): string[] {
  if (secret === undefined || new Set(secret).size >= fewestCharactersInSecret) return []
  return ['SESSION_SECRET must be random: take what “openssl rand -base64 32” prints, for example.']
}
