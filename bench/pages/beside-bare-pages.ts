import type { Server } from 'node:http'
import { chromium } from '@playwright/test'
import { startBarePages } from '#bench/limits/bare-pages.ts'
import { median, note, reportAtLeast, reportAtMost, under } from '#bench/report.ts'
import { paths } from '#contract/paths.ts'
import { buildWebIfStale } from '#scripts/build-web.ts'
import { findChromium } from '#scripts/chromium.ts'
import { findFreePort } from '#test/free-port.ts'
import { startProduct } from '#test/product.ts'
import { openLighthouse, type PageFigures } from './lighthouse.ts'

const measuredPages = [
  paths.home(),
  paths.donation(),
  paths.shop(),
  paths.team(),
  paths.servers(),
  paths.kryptoPoints(),
]

const measuredLanguages = ['fr', 'ru'] as const

/**
 * Lighthouse for phones on our pages beside bare pages of React with the same words, in turns, three
 * times each by default: machines differ (F4). `--repeats=5` takes more, `--throttling=devtools` as
 * in `page-quality`.
 */
export async function besideBarePages(options: ReadonlyMap<string, string>): Promise<void> {
  const repeats = Number(options.get('repeats') ?? 3)
  await buildWebIfStale()
  const product = await startProduct()
  const debuggingPort = await findFreePort()
  const { executablePath, env } = await findChromium(process.env)
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: ['--no-sandbox', '--disable-quic', `--remote-debugging-port=${debuggingPort}`],
  })
  const bare = await findFreePort()
  let barePages: Server | null = null
  try {
    const linesOf = new Map<string, readonly string[]>()
    for (const language of measuredLanguages) {
      const context = await browser.newContext({ javaScriptEnabled: false, locale: language })
      const reader = await context.newPage()
      for (const page of measuredPages) {
        await reader.goto(product.origin + page)
        const words = await reader.locator('body').innerText()
        linesOf.set(
          `/${language}${page}`,
          words.split('\n').filter((line) => line.trim() !== ''),
        )
      }
      await context.close()
    }
    barePages = await startBarePages(bare, linesOf)
    const measure = await openLighthouse(debuggingPort, options.get('throttling'))
    for (const language of measuredLanguages) {
      for (const page of measuredPages) {
        const runs: { ours: PageFigures; bare: PageFigures }[] = []
        for (let repeat = 0; repeat < repeats; repeat += 1) {
          runs.push({
            bare: await measure(`http://127.0.0.1:${bare}/${language}${page}`, language),
            ours: await measure(product.origin + page, language),
          })
        }
        await under(`${page} ${language}`, async () =>
          compare(
            runs.map(({ ours }) => ours),
            runs.map((run) => run.bare),
          ),
        )
      }
    }
  } finally {
    barePages?.close()
    barePages?.closeAllConnections()
    await browser.close()
    await product.stop()
  }
}

type Speed = 'lcpMs' | 'tbtMs' | 'performance'

function compare(ours: readonly PageFigures[], bare: readonly PageFigures[]): void {
  const beside = (figure: Speed) => `${middle(ours, figure)} beside ${middle(bare, figure)}`
  note(`LCP ${beside('lcpMs')} ms, TBT ${beside('tbtMs')} ms, performance ${beside('performance')}`)
  reportAtMost('LCP to the bare page’s', middle(ours, 'lcpMs') / middle(bare, 'lcpMs'), 1.2)
  // A page that blocks for less than a frame blocks nobody.
  const bareTbtMs = Math.max(16, middle(bare, 'tbtMs'))
  reportAtMost('TBT to the bare page’s', middle(ours, 'tbtMs') / bareTbtMs, 2)
  if (middle(bare, 'performance') === 100)
    reportAtLeast('performance, where the bare page has 100', middle(ours, 'performance'), 97)
}

function middle(runs: readonly PageFigures[], figure: Speed): number {
  return Math.round(median(runs.map((run) => run[figure])))
}
