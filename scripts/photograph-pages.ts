import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Browser, type BrowserContext } from '@playwright/test'
import sharp from 'sharp'
import { z } from 'zod'
import { signIn as startSignIn } from '#contract/accounts.ts'
import { openAdminSession } from '#contract/staff.ts'
import { buildWebIfStale } from './build-web.ts'
import { findChromium } from './chromium.ts'
import { findFreePort } from './product/free-port.ts'
import { serverCommand, startProgram, waitUntilReady } from './product/program.ts'
import { sandboxCommand } from './product/sandbox-command.ts'

const target = path.resolve(import.meta.dirname, '../docs/images')
const view = { width: 1360, height: 935 }
/** The sandbox's player who has everything. */
const player = '200000000000000001'
/** Theirs, as their browser keeps it after a purchase: the bar shows its Kr. */
const playerSteamId = '76561198006409531'
const adminCode = 'kryptonite'

interface Photograph {
  readonly name: string
  readonly address: string
  /** How far the page is scrolled, in pixels. */
  readonly from: number
}

const ofGuests: readonly Photograph[] = [
  { name: 'landing', address: '/', from: 0 },
  { name: 'shop', address: '/shop', from: 140 },
  { name: 'team', address: '/team', from: 330 },
  { name: 'servers', address: '/servers', from: 230 },
]
const ofOwners: readonly Photograph[] = [
  { name: 'perks', address: '/perks', from: 80 },
  { name: 'admin', address: '/admin?section=overview', from: 0 },
]

/**
 * Takes the README's pictures of the shop with its demo data, in English: as a guest, and as one of
 * the sandbox's players who is also the owner. Run it again when the pages change.
 */
async function photographPages(): Promise<void> {
  await buildWebIfStale()
  const folder = await mkdtemp(path.join(tmpdir(), 'kryptonique-pictures-'))
  const [port, sandboxPort] = [await findFreePort(), await findFreePort()]
  const origin = `http://127.0.0.1:${port}`
  const { PATH, HOME } = process.env
  const settings = { PORT: String(port), SANDBOX_PORT: String(sandboxPort), STAFF_LANGUAGE: 'en' }
  const env = { PATH, HOME, ...settings, DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'warn' }
  const programs = [
    startProgram({ name: 'The sandbox', command: sandboxCommand(sandboxPort, origin), env }),
    startProgram({ name: 'The server', command: serverCommand, env }),
  ] as const
  const { executablePath, env: browserEnv } = await findChromium(process.env)
  const browser = await chromium.launch({
    executablePath,
    env: { ...definedOnly(process.env), ...browserEnv },
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    await waitUntilReady(programs[1], `${origin}/readyz`)
    await photographAll(browser, origin)
  } finally {
    await browser.close()
    await Promise.all(programs.map((program) => program.stop()))
    await rm(folder, { recursive: true, force: true })
  }
}

async function photographAll(browser: Browser, origin: string): Promise<void> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: view,
    locale: 'en-GB',
    timezoneId: 'Europe/Paris',
    reducedMotion: 'reduce',
    extraHTTPHeaders: { origin },
  })
  await photograph(context, ofGuests)
  await signIn(context)
  await context.addInitScript((id) => localStorage.setItem('userSteamId', id), playerSteamId)
  await context.request.post(openAdminSession.path, { data: { code: adminCode } })
  await photograph(context, ofOwners)
}

async function photograph(context: BrowserContext, list: readonly Photograph[]): Promise<void> {
  const page = await context.newPage()
  for (const { name, address, from } of list) {
    await page.goto(address)
    await page.waitForLoadState('networkidle')
    await page.mouse.wheel(0, from)
    await page.waitForFunction((top) => scrollY === top, from)
    const webp = await sharp(await page.screenshot())
      .webp({ quality: 82 })
      .toBuffer()
    await writeFile(path.join(target, `${name}.webp`), webp)
    console.log(`${name}: ${(webp.length / 1000).toFixed(1)} kB`)
  }
  await page.close()
}

/** Without its pages: Discord's page answers with the address that ends the sign-in. */
async function signIn({ request }: BrowserContext): Promise<void> {
  const started = await request.post(startSignIn.path, {
    data: { provider: 'discord', callbackURL: '/auth/callback', errorCallbackURL: '/login' },
  })
  const { url } = z.object({ url: z.string() }).parse(await started.json())
  await request.post(url, { form: { player, decision: 'authorize' } })
}

function definedOnly(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )
}

await photographPages()
// The message compiler's timers would keep the process running.
process.exit()
