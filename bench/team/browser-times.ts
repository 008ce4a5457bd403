import { chromium, type Browser, type Page } from '@playwright/test'
import { z } from 'zod'
import { previewOf } from '#domain/team.ts'
import { findChromium } from '#scripts/chromium.ts'
import { paths } from '#contract/paths.ts'
import { median, reportAtMost } from '#bench/report.ts'

const repeats = 7
/** With our own limits. A search waits 300 ms for the next letter before its request. */
const figures = {
  firstVisit: { what: 'first visit to the first cards', most: 1000 },
  nextVisit: { what: 'next visit to the kept cards', most: 500 },
  search: { what: 'search, typed to shown', most: 450 },
  type: { what: 'type, chosen to shown', most: 300 },
  language: { what: 'language, chosen to shown', most: 300 },
}
const search = 'novatos'
const listings = z.array(z.object({ description: z.string() }))

type Times = Readonly<Record<keyof typeof figures, number>>

/** How long a visitor with a phone's screen waits; processor and network are this machine's. */
export async function measureBrowser(origin: string): Promise<void> {
  const { executablePath, env } = await findChromium(process.env)
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
  })
  try {
    const runs: Times[] = []
    for (let repeat = 0; repeat < repeats; repeat += 1) runs.push(await visit(browser, origin))
    const times = ['firstVisit', 'nextVisit', 'search', 'type', 'language'] as const
    for (const time of times) {
      const { what, most } = figures[time]
      reportAtMost(what, median(runs.map((run) => run[time])), most, 'ms')
    }
  } finally {
    await browser.close()
  }
}

/** A new visitor; each answer is recognised by its last card, which no earlier answer had. */
async function visit(browser: Browser, origin: string): Promise<Times> {
  const [first, ...later] = await Promise.all(
    ['', `?search=${search}`, '?type=LFT', '?type=LFT&language=ru'].map((query) =>
      lastPreview(origin, query),
    ),
  )
  const [found = '', ofType = '', ofLanguage = ''] = later
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: 'en-GB',
    serviceWorkers: 'block',
  })
  try {
    const page = await context.newPage()
    const address = origin + paths.team()
    await page.goto(address, { waitUntil: 'commit' })
    const firstVisit = await whenShown(page, first ?? '')
    await page.getByRole('button', { name: 'Filters' }).click()
    const box = page.getByRole('searchbox')
    const searchTime = await timeOf(page, found, () => box.fill(search))
    await box.fill('')
    await whenShown(page, first ?? '')
    const type = await timeOf(page, ofType, () => page.getByRole('radio', { name: 'LFT' }).check())
    const language = await timeOf(page, ofLanguage, () =>
      page.getByLabel('Spoken language').first().selectOption('ru'),
    )
    await page.goto(address, { waitUntil: 'commit' })
    const nextVisit = await whenShown(page, first ?? '')
    return { firstVisit, search: searchTime, type, language, nextVisit }
  } finally {
    await context.close()
  }
}

async function lastPreview(origin: string, query: string): Promise<string> {
  const answer = await fetch(`${origin}/api/team-listings${query}`)
  const last = listings.parse(await answer.json()).at(-1)
  if (!last) throw new Error(`nothing for ${query}`)
  return previewOf(last.description)
}

/** Milliseconds from the visitor's action to the text on the screen. */
async function timeOf(page: Page, text: string, act: () => Promise<unknown>): Promise<number> {
  const started = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        addEventListener('input', () => resolve(performance.now()), { capture: true, once: true })
      }),
  )
  const shown = whenShown(page, text)
  await act()
  return (await shown) - (await started)
}

/** When the text is on the screen, in milliseconds since the navigation began. */
function whenShown(page: Page, text: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          if (!document.querySelector('main')?.textContent.includes(wanted)) return
          observer.disconnect()
          requestAnimationFrame(() => resolve(performance.now()))
        }
        const observer = new MutationObserver(look)
        observer.observe(document, { subtree: true, childList: true, characterData: true })
        look()
      }),
    text,
  )
}
