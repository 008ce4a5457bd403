import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { limits } from '#bench/figures/goals.ts'
import { median, note, reportAtMost, reportExactly } from '#bench/report.ts'
import { type Language, languages } from '#contract/language.ts'
import { paths } from '#contract/paths.ts'
import { buildWebIfStale } from '#scripts/build-web.ts'
import { findChromium } from '#scripts/chromium.ts'
import { startProduct } from '#test/product.ts'
import { buildDirectory, listPagePaths, renderPage } from '#test/rendered-pages.ts'

const phone = { width: 390, height: 844 }
const photos = /\.(?:jpe?g|webp|avif)$/
const pictures = /\.(?:jpe?g|webp|avif|png|svg)$/

interface Loaded {
  readonly url: string
  readonly bytes: number
}

/**
 * The bytes that a phone loads for the first page, without photos, with headers, in each language, and
 * how many requests and script files any public page needs (F2).
 */
export async function pageWeight(): Promise<void> {
  await buildWebIfStale()
  const product = await startProduct()
  const { executablePath, env } = await findChromium(process.env)
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: ['--no-sandbox', '--disable-quic'],
  })
  try {
    for (const language of languages) {
      const loaded = await loadPage(browser, product.origin, language)
      const own = loaded.filter(({ url }) => !photos.test(new URL(url).pathname))
      const foreign = loaded.filter(({ url }) => !url.startsWith(product.origin))
      const kilobytes = own.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
      note(`${language}: ${own.map(describe).join(', ')}`)
      reportAtMost(`/ in ${language}`, kilobytes, limits.firstPageKilobytes, 'kB')
      reportAtMost(`requests in ${language}`, own.length, 14)
      reportExactly(`of them to others in ${language}`, foreign.length)
    }
    const counts: PageCounts[] = []
    for (const page of await listPublicPages()) {
      const urls = (await loadPage(browser, product.origin + page, 'fr')).map(({ url }) => url)
      const requests = urls.filter((url) => !pictures.test(new URL(url).pathname)).length
      const scripts = urls.filter((url) => url.endsWith('.js')).length
      counts.push({ page, requests, scripts })
    }
    reportMost('requests without pictures', counts, ({ requests }) => requests, 20)
    reportMost('script files', counts, ({ scripts }) => scripts, 12)
  } finally {
    await browser.close()
    await product.stop()
  }
}

interface PageCounts {
  readonly page: string
  readonly requests: number
  readonly scripts: number
}

function reportMost(
  what: string,
  counts: readonly PageCounts[],
  read: (counts: PageCounts) => number,
  limit: number,
): void {
  const [most] = counts.toSorted((a, b) => read(b) - read(a))
  if (most === undefined) return
  const beyond = counts.filter((page) => read(page) > limit).length
  note(
    `${what}: median ${median(counts.map(read))}, ${beyond} of ${counts.length} pages beyond the goal`,
  )
  reportAtMost(`most ${what} (${most.page})`, read(most), limit)
}

function describe({ url, bytes }: Loaded): string {
  return `${new URL(url).pathname} ${(bytes / 1000).toFixed(1)}`
}

async function loadPage(
  browser: Browser,
  address: string,
  language: Language,
): Promise<readonly Loaded[]> {
  const context = await browser.newContext({ viewport: phone, locale: language })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const urls = new Map<string, string>()
  const loaded: Loaded[] = []
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!request.url.startsWith('data:')) urls.set(requestId, request.url)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId)
    if (url !== undefined) loaded.push({ url, bytes: encodedDataLength })
  })
  await session.send('Network.enable')
  await page.goto(address, { waitUntil: 'networkidle' })
  await context.close()
  return loaded
}

/** Pages that are not for the public, or only shown on the way to another page. */
const left: ReadonlySet<string> = new Set([
  paths.admin(),
  paths.authCallback(),
  paths.kryptoSuccess(),
  paths.checkout(),
])

/** The addresses of the pages that visitors open. */
export async function listPublicPages(): Promise<readonly string[]> {
  return (await listPagePaths()).filter((page) => !left.has(page) && !page.includes(':'))
}

/** The JavaScript that a page's document names, compressed with brotli, in kB. */
export async function scriptKilobytes(page: string, language: Language): Promise<number> {
  const sizes = await Promise.all((await scriptsOf(page, language)).map(compressedBytes))
  return sizes.reduce((total, bytes) => total + bytes, 0) / 1000
}

/** The contents of those files, uncompressed. */
export async function readScripts(page: string, language: Language): Promise<readonly string[]> {
  const scripts = await scriptsOf(page, language)
  return Promise.all(scripts.map((script) => readFile(path.join(buildDirectory, script), 'utf8')))
}

async function scriptsOf(page: string, language: Language): Promise<readonly string[]> {
  const named = (await renderPage(page, language)).matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)
  return [...new Set([...named].map(([, script = '']) => script))]
}

async function compressedBytes(script: string): Promise<number> {
  return (await stat(path.join(buildDirectory, `${script}.br`))).size
}
