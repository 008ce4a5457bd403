import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { note, reportExactly } from '#bench/report.ts'
import { buildWebIfStale } from '#scripts/build-web.ts'
import { serverCommand, startProgram } from '#scripts/product/program.ts'
import { productionSettings } from '#test/factories/settings.ts'
import { machineEnvironment } from '#test/product.ts'
import { makeTemporaryFolder } from '#test/temporary-folder.ts'
import { inParallel } from './calls.ts'
import { defineStress } from './define-stress.ts'
import { unsafeSettings, type UnsafeSettings } from './unsafe-settings-table.ts'

type Environment = Readonly<Record<string, string | undefined>>

const atOnce = 2
/** Only against endless waiting. */
const longestStartMilliseconds = 60_000
const mostWaits = 100
/** Values that are not secret, and parts of them that a sentence may contain. */
const noSecrets: ReadonlySet<string> = new Set([
  'true',
  'false',
  'yes',
  'development',
  'production',
])

/** Starts the real server with settings that no shop may have (R19). */
export const unsafeSettingsRun = defineStress({}, async () => {
  await buildWebIfStale()
  const faults = await startUnsafely(unsafeSettings)
  for (const words of faults) note(words)
  note(
    `${unsafeSettings.length} starts with unsafe settings, and 4 that find no port, host or database`,
  )
  return reportExactly(
    'starts that were not refused by name, said something wrong or showed a secret',
    faults.length,
  )
})

/** Faults in the server's reaction to these settings, in words; empty for none. */
async function startUnsafely(table: readonly UnsafeSettings[]): Promise<string[]> {
  const folder = makeTemporaryFolder('kryptonique-settings-')
  try {
    // The site's own files still have their samples, which production refuses as well.
    const safe = await start({ ...productionSettings }, folder)
    const ofSite = safe.output.split('\n')
    const faults = ofSite.every((line) => line === '' || line.startsWith('site/'))
      ? []
      : [`safe settings: ${safe.output}`]
    await inParallel(table, atOnce, async (unsafe) => {
      const environment = { ...productionSettings, ...unsafe.changes }
      const { exitCode, output } = await start(environment, folder)
      const lines = output.split('\n').filter((line) => line !== '' && !ofSite.includes(line))
      faults.push(
        ...judge(unsafe, environment, { exitCode, lines }).map(
          (words) => `${unsafe.what}: ${words}`,
        ),
      )
    })
    return [...faults, ...(await startInVain(folder))]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Refusal {
  readonly exitCode: number | null
  readonly lines: readonly string[]
}

function judge(
  { refusal, changes }: UnsafeSettings,
  environment: Environment,
  { exitCode, lines }: Refusal,
): string[] {
  const changed = Object.keys(changes)
  const strange = lines.filter(
    (line) =>
      !refusal.test(line) &&
      !changed.some((name) => line.includes(name)) &&
      !line.endsWith('production apply:'),
  )
  return [
    ...(exitCode === 1 ? [] : [`ended with ${exitCode}`]),
    ...(lines.some((line) => refusal.test(line)) ? [] : [`said ${lines.join(' / ')}`]),
    ...strange.map((line) => `also said ${line}`),
    ...findSecrets(environment, lines.join('\n')),
  ]
}

function findSecrets(environment: Environment, output: string): string[] {
  return Object.entries(environment)
    .filter(([name, value]) => isSecret(name, value) && output.includes(value ?? ''))
    .map(([name]) => `showed ${name}`)
}

function isSecret(name: string, value: string | undefined): boolean {
  if (value === undefined || noSecrets.has(value)) return false
  return /SECRET|CODE$|TOKEN|WEBHOOK|DATABASE_URL|ADMIN/.test(name)
}

/** Settings that are not unsafe but cannot work. */
async function startInVain(folder: string): Promise<string[]> {
  const other = createServer()
  const { promise: listening, resolve } = Promise.withResolvers<void>()
  other.listen(0, '127.0.0.1', resolve)
  await listening
  const address = other.address()
  const taken = address === null || typeof address === 'string' ? 0 : address.port
  const database = 'postgres://shop:database-password@127.0.0.1:1/shop'
  const cases: readonly (readonly [string, Environment, RegExp])[] = [
    ['a port that is taken', { PORT: String(taken) }, /^PORT \d+ is taken/m],
    ['no database there', { DATABASE_URL: database }, /^DATABASE_URL cannot be reached/m],
    [
      'no socket there',
      { DATABASE_URL: 'postgres:///shop?host=/nowhere' },
      /^DATABASE_URL cannot be reached/m,
    ],
    [
      'a host of others',
      { HOST: '203.0.113.1', ...ownSecrets },
      /^HOST is not an address of this/m,
    ],
  ]
  const faults: string[] = []
  for (const [what, settings, refusal] of cases) {
    const environment = { PORT: '0', ...settings }
    const { exitCode, output } = await start(environment, folder)
    if (exitCode !== 1) faults.push(`${what}: ended with ${exitCode}`)
    if (!refusal.test(output)) faults.push(`${what}: said ${output}`)
    if (output.includes('database-password')) faults.push(`${what}: showed the password`)
  }
  other.close()
  return faults
}

const { SESSION_SECRET, ADMIN_ACCESS_CODE, BETA_CODE } = productionSettings
const ownSecrets = { SESSION_SECRET, ADMIN_ACCESS_CODE, BETA_CODE }

async function start(
  settings: Environment,
  folder: string,
): Promise<{ exitCode: number | null; output: string }> {
  let output = ''
  const program = startProgram({
    name: 'server',
    command: serverCommand,
    env: { ...machineEnvironment(), DATA_DIR: path.join(folder, 'data'), ...settings },
    onOutput: (text) => (output += text),
  })
  const waiting = new AbortController()
  const timedOut = sleep(longestStartMilliseconds, null, { signal: waiting.signal }).catch(
    () => null,
  )
  const end = await Promise.race([program.ended, timedOut])
  waiting.abort()
  if (end === null) await program.kill()
  // The last output may arrive after the exit event.
  for (let waits = 0; waits < mostWaits && !output.endsWith('\n'); waits += 1) await sleep(20)
  return { exitCode: end?.exitCode ?? null, output }
}
