import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { languages, type Language } from '#contract/language.ts'
import { buildWebIfStale } from '#scripts/build-web.ts'
import { findChromium } from '#scripts/chromium.ts'
import { findFreePort } from '#scripts/product/free-port.ts'
import { startProduct } from '#test/product.ts'
import { paths } from '#web/app/paths.ts'
import { median } from '#bench/report.ts'
import { openLighthouse, type MeasurePage, type PageFigures } from './lighthouse.ts'
import { goals, reportQuality, type MeasuredPage } from './report-quality.ts'
import { listPages, scriptKilobytes } from './script-sizes.ts'

/** Pages that are not for the public, or only shown on the way to another page. */
const left: ReadonlySet<string> = new Set([
  paths.admin(),
  paths.authCallback(),
  paths.kryptoSuccess(),
  paths.checkout(),
])

const resultFile = path.resolve(import.meta.dirname, '../../test-results/page-quality.md')

/**
 * Lighthouse for phones and the JavaScript of every public page in every language (F1 to F4).
 * `--only=ru,/servers` narrows it to languages and pages, `--repeats=3` takes medians,
 * `--throttling=devtools` slows the connection down instead of simulating a slow one.
 */
export async function pageQuality(options: ReadonlyMap<string, string>): Promise<void> {
  const only = options.get('only')?.split(',') ?? []
  const repeats = Number(options.get('repeats') ?? 1)
  await buildWebIfStale()
  const wantedLanguages = languages.filter((language) => isWanted(language, languages, only))
  const publicPages = (await listPages()).filter((page) => !left.has(page) && !page.includes(':'))
  const wantedPages = publicPages.filter((page) => isWanted(page, publicPages, only))
  const product = await startProduct()
  const debuggingPort = await findFreePort()
  const { executablePath, env } = await findChromium(process.env)
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: ['--no-sandbox', '--disable-quic', `--remote-debugging-port=${debuggingPort}`],
  })
  try {
    const measure = await openLighthouse(debuggingPort, options.get('throttling'))
    const lines = [heading]
    const measured: MeasuredPage[] = []
    console.log(heading)
    for (const page of wantedPages) {
      for (const language of wantedLanguages) {
        const figures = await measureRepeatedly(measure, product.origin + page, language, repeats)
        const scripts = await scriptKilobytes(page, language)
        measured.push({ ...figures, page, language, scripts })
        const line = row(page, language, figures, scripts)
        lines.push(line)
        console.log(line)
      }
    }
    await mkdir(path.dirname(resultFile), { recursive: true })
    await writeFile(resultFile, `${lines.join('\n')}\n`)
    reportQuality(measured)
  } finally {
    await browser.close()
    await product.stop()
  }
}

/** Everything of a kind when `only` names none of it. */
function isWanted(name: string, all: readonly string[], only: readonly string[]): boolean {
  return only.includes(name) || !only.some((word) => all.includes(word))
}

async function measureRepeatedly(
  measure: MeasurePage,
  address: string,
  language: Language,
  repeats: number,
): Promise<PageFigures> {
  const runs: PageFigures[] = []
  for (let repeat = 0; repeat < repeats; repeat += 1) runs.push(await measure(address, language))
  const [first] = runs
  if (!first) throw new Error('at least one repeat')
  const middle = (figure: (run: PageFigures) => number) => median(runs.map(figure))
  return {
    ...first,
    performance: middle((run) => run.performance),
    lcpMs: middle((run) => run.lcpMs),
    cls: middle((run) => run.cls),
    tbtMs: middle((run) => run.tbtMs),
  }
}

const heading = `| page | language | performance | accessibility | best practices | SEO | LCP s | CLS | TBT ms | JS kB br | requests | kB | over a goal |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |`

function row(page: string, language: Language, figures: PageFigures, scripts: number): string {
  const { performance, accessibility, bestPractices, seo, lcpMs, cls, tbtMs } = figures
  const missed = [
    performance < goals.performance && 'performance',
    accessibility < goals.others && 'accessibility',
    bestPractices < goals.others && 'best practices',
    seo < goals.others && 'SEO',
    lcpMs > goals.lcpMs && 'LCP',
    cls > goals.cls && 'CLS',
    tbtMs > goals.tbtMs && 'TBT',
    scripts > goals.scripts && 'JS',
    ...figures.faults,
  ].filter(Boolean)
  const cells = [
    page,
    language,
    ...[performance, accessibility, bestPractices, seo].map((score) => score.toFixed(0)),
    (lcpMs / 1000).toFixed(2),
    cls.toFixed(3),
    tbtMs.toFixed(0),
    scripts.toFixed(1),
    String(figures.requests),
    figures.kilobytes.toFixed(0),
    missed.join(', '),
  ]
  return `| ${cells.join(' | ')} |`
}
