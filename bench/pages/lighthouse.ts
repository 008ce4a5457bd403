import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { Language } from '#contract/language.ts'

const run = promisify(execFile)
const version = '13.5.0'
// Not in package.json: it is as large as all our packages together, and only this bench needs it.
const folder = path.resolve(import.meta.dirname, `../../node_modules/.cache/lighthouse-${version}`)

const score = z.object({ score: z.number() }).transform(({ score: part }) => part * 100)
const measure = z.object({ numericValue: z.number() })
const answer = z.object({
  lhr: z.object({
    categories: z.object({
      performance: score,
      accessibility: score,
      'best-practices': score,
      seo: score,
    }),
    audits: z.looseObject({
      'largest-contentful-paint': measure,
      'cumulative-layout-shift': measure,
      'total-blocking-time': measure,
      'total-byte-weight': measure,
      'network-requests': z.object({ details: z.object({ items: z.array(z.unknown()) }) }),
    }),
  }),
})

export interface PageFigures {
  readonly performance: number
  readonly accessibility: number
  readonly bestPractices: number
  readonly seo: number
  readonly lcpMs: number
  readonly cls: number
  readonly tbtMs: number
  readonly requests: number
  readonly kilobytes: number
  /** Audits without a full score, except performance's own metrics. */
  readonly faults: readonly string[]
}

const audit = z.object({
  id: z.string(),
  score: z.number().nullable(),
  scoreDisplayMode: z.string(),
})

export type MeasurePage = (address: string, language: Language) => Promise<PageFigures>

/**
 * Lighthouse with its default for phones: slow 4G and a processor four times slower. By default
 * both are simulated; `devtools` really slows them down.
 * https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md `debuggingPort` is that
 * of a running Chromium.
 */
export async function openLighthouse(
  debuggingPort: number,
  throttlingMethod = 'simulate',
): Promise<MeasurePage> {
  const { default: lighthouse } = await importLighthouse()
  return async (address, language) => {
    const { lhr } = answer.parse(
      await lighthouse(address, {
        port: debuggingPort,
        throttlingMethod,
        output: [],
        logLevel: 'error',
        extraHeaders: { 'accept-language': language },
      }),
    )
    const { categories, audits } = lhr
    return {
      performance: categories.performance,
      accessibility: categories.accessibility,
      bestPractices: categories['best-practices'],
      seo: categories.seo,
      lcpMs: audits['largest-contentful-paint'].numericValue,
      cls: audits['cumulative-layout-shift'].numericValue,
      tbtMs: audits['total-blocking-time'].numericValue,
      requests: audits['network-requests'].details.items.length,
      kilobytes: audits['total-byte-weight'].numericValue / 1000,
      faults: Object.values(audits).flatMap((entry) => {
        const { data } = audit.safeParse(entry)
        return data?.scoreDisplayMode === 'binary' && data.score === 0 ? [data.id] : []
      }),
    }
  }
}

interface Lighthouse {
  readonly default: (address: string, flags: object) => Promise<unknown>
}

async function importLighthouse(): Promise<Lighthouse> {
  if (!existsSync(folder)) {
    await mkdir(folder, { recursive: true })
    await run('npm', [
      'install',
      '--prefix',
      folder,
      '--no-save',
      '--ignore-scripts',
      `lighthouse@${version}`,
    ])
  }
  const file = path.join(folder, 'node_modules/lighthouse/core/index.js')
  const lighthouse: Lighthouse = await import(pathToFileURL(file).href)
  return lighthouse
}
