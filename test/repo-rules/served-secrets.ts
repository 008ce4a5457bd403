import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sandboxDefaults } from '#server/app/settings.ts'
import { betaRelease } from '#site/community.ts'
import type { SourceFile } from './source-files.ts'

export interface Secrets {
  /** So long that they cannot be in a file by chance. */
  readonly keys: readonly string[]
  /** Words that people type; a page may mention them, but never compare with one. */
  readonly codes: readonly string[]
}

/** Settings whose values no visitor may have. */
const secretSettings = [
  'SESSION_SECRET',
  'DATABASE_URL',
  'DISCORD_CLIENT_SECRET',
  'DISCORD_WEBHOOK_URL',
  'DISCORD_BOT_TOKEN',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'PAYPAL_CLIENT_SECRET',
  'PAYPAL_WEBHOOK_ID',
  'BATTLEMETRICS_TOKEN',
  'METRICS_TOKEN',
  'STEAM_API_KEY',
  'PRIORITY_FILE',
  'PRIORITY_FILE_SSH_KEY',
  'PRIORITY_PULL_TOKEN',
  'CFTOOLS_SECRET',
  'LB_CORE_TOKEN',
] as const

/** Secrets of the sandbox and the owner's settings. */
export function listSecrets(environment: Readonly<Record<string, string | undefined>>): Secrets {
  const {
    adminAccessCode,
    betaCode,
    gameMachineUser: _,
    discordRoleId: __,
    ...keys
  } = sandboxDefaults
  const { ADMIN_ACCESS_CODE, BETA_CODE } = environment
  const own = secretSettings.map((name) => environment[name])
  return {
    keys: [...Object.values(keys), ...writingsOf(betaRelease.date), ...own].filter(isGiven),
    codes: [adminAccessCode, betaCode, ADMIN_ACCESS_CODE, BETA_CODE].filter(isGiven),
  }
}

/** `2025-12-31` as in the settings and on a page. */
function writingsOf(date: string): string[] {
  const parts = date.split('-').toReversed()
  return [date, parts.join('/'), parts.join('.')]
}

function isGiven(value: string | undefined): value is string {
  return value !== undefined && value !== ''
}

/** Keys of unknown accounts. */
const shapes: readonly RegExp[] = [
  /\b[sr]k_(?:live|test)_\w+/,
  /\bwhsec_\w+/,
  /\/api\/webhooks\/\d+\/[\w-]+/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /\bpostgres(?:ql)?:\/\/\w+/,
]

/** Every secret in a file, in words that do not repeat it. */
export function findServedSecrets(
  files: readonly SourceFile[],
  { keys, codes }: Secrets,
): string[] {
  return files.flatMap(({ path: file, text }) => [
    ...keys
      .flatMap((key) => formsOf(key))
      .filter((form) => text.includes(form))
      .map((form) => `${file} has the key ${form.slice(0, 4)}…`),
    ...codes
      .filter((code) => hasCode(text, code))
      .map((code) => `${file} has a code of ${code.length}`),
    ...shapes.filter((shape) => shape.test(text)).map((shape) => `${file} has ${shape.source}`),
  ])
}

/** A code by itself in quotes, or a hash that could be compared with one. */
function hasCode(text: string, code: string): boolean {
  const [, ...disguises] = formsOf(code)
  const literals = ['"', "'", '`', '&quot;'].map((quote) => `${quote}${code}${quote}`)
  const isNumber = /^\d{6,}$/.test(code) && text.includes(code)
  return isNumber || [...literals, ...disguises].some((form) => text.includes(form))
}

function formsOf(secret: string): string[] {
  const digest = createHash('sha256').update(secret)
  return [secret, Buffer.from(secret).toString('base64').replace(/=+$/, ''), digest.digest('hex')]
}

/** All files of the web build that the server serves as they are, as text. */
export async function readServedFiles(build: string): Promise<SourceFile[]> {
  const folders = ['assets', 'public'].map((folder) =>
    readdir(path.join(build, folder), { recursive: true, withFileTypes: true }),
  )
  return Promise.all(
    (await Promise.all(folders))
      .flat()
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const file = path.join(entry.parentPath, entry.name)
        return { path: path.relative(build, file), text: await readFile(file, 'latin1') }
      }),
  )
}
