import type { Language } from '#contract/language.ts'
import { limits } from '#bench/figures/goals.ts'
import { median, note, reportAtLeast, reportAtMost } from '#bench/report.ts'
import type { PageFigures } from './lighthouse.ts'

/** The goals of a public page (F1, F3, F4). */
export const goals = {
  performance: 97,
  others: 100,
  lcpMs: 1600,
  cls: 0.01,
  tbtMs: 80,
  scripts: limits.publicPageScripts,
}

export interface MeasuredPage extends PageFigures {
  readonly page: string
  readonly language: Language
  /** Kilobytes of JavaScript in brotli. */
  readonly scripts: number
}

/** Reports the worst page of each kind of figure, and how many miss the goal. */
export function reportQuality(measured: readonly MeasuredPage[]): void {
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
