import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { limits } from '#bench/figures/goals.ts'
import { median, note, reportAtLeast, reportAtMost } from '#bench/report.ts'
import { type Language, languages } from '#contract/language.ts'
import { buildWebIfStale } from '#scripts/build-web.ts'
import { findChromium } from '#scripts/chromium.ts'
import { findFreePort } from '#test/free-port.ts'
import { startProduct } from '#test/product.ts'
import { type MeasurePage, openLighthouse, type PageFigures } from './lighthouse.ts'
import { listPublicPages, scriptKilobytes } from './page-weight.ts'

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
  const publicPages = await listPublicPages()
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

/** The goals of a public page (F1, F3, F4). */
const goals = {
  performance: 97,
  others: 100,
  lcpMs: 1600,
  cls: 0.01,
  tbtMs: 80,
  scripts: limits.publicPageScripts,
}

interface MeasuredPage extends PageFigures {
  readonly page: string
  readonly language: Language
  /** Kilobytes of JavaScript in brotli. */
  readonly scripts: number
}

/** Reports the worst page of each kind of figure, and how many miss the goal. */
function reportQuality(measured: readonly MeasuredPage[]): void {
  // Lighthouse counts keeping a page from search engines as a fault; these pages do so on purpose.
  const listed = measured.filter(({ faults }) => !faults.includes('is-crawlable'))
  note(`${measured.length} pages and languages, ${listed.length} of them for search engines`)
  reportLowest('performance', goals.performance, measured, ({ performance }) => performance)
  reportLowest('accessibility', goals.others, measured, ({ accessibility }) => accessibility)
  reportLowest('best practices', goals.others, measured, ({ bestPractices }) => bestPractices)
  reportLowest('SEO', goals.others, listed, ({ seo }) => seo)
  reportHighest('JavaScript', goals.scripts, 'kB br', measured, ({ scripts }) => scripts)
  reportHighest('LCP', goals.lcpMs, 'ms', measured, ({ lcpMs }) => lcpMs)
  reportHighest('CLS', goals.cls, '', measured, ({ cls }) => cls)
  reportHighest('TBT', goals.tbtMs, 'ms', measured, ({ tbtMs }) => tbtMs)
}

type Read = (page: MeasuredPage) => number

function reportLowest(
  what: string,
  goal: number,
  measured: readonly MeasuredPage[],
  read: Read,
): void {
  const worst = measured.toSorted((a, b) => read(a) - read(b))[0]
  if (worst === undefined) return
  noteBeyond(what, measured, read, (figure) => figure < goal)
  reportAtLeast(`lowest ${what} (${nameOf(worst)})`, read(worst), goal)
}

function reportHighest(
  what: string,
  goal: number,
  unit: string,
  measured: readonly MeasuredPage[],
  read: Read,
): void {
  const worst = measured.toSorted((a, b) => read(b) - read(a))[0]
  if (worst === undefined) return
  noteBeyond(what, measured, read, (figure) => figure > goal)
  reportAtMost(`highest ${what} (${nameOf(worst)})`, read(worst), goal, unit)
}

function noteBeyond(
  what: string,
  measured: readonly MeasuredPage[],
  read: Read,
  isBeyond: (figure: number) => boolean,
): void {
  const beyond = measured.filter((page) => isBeyond(read(page))).length
  if (beyond === 0) return
  const middle = Math.round(median(measured.map(read)) * 1000) / 1000
  note(`${what}: ${beyond} of ${measured.length} beyond the goal, median ${middle}`)
}

function nameOf({ page, language }: MeasuredPage): string {
  return `${page} ${language}`
}
