import { z } from 'zod'
import { areaNames, type Mutant } from './sample.ts'

/** The fate of a mutant. */
export const verdictShape = z.object({
  id: z.string(),
  status: z.enum(['killed', 'timeout', 'survived', 'not reached']),
  /** The first failed test with its message. */
  killedBy: z.string().nullable(),
  testFiles: z.number(),
  seconds: z.number(),
})
export type Verdict = z.infer<typeof verdictShape>
export type Outcome = Mutant & Verdict

/** The table of the areas and the list of surviving mutants, for the terminal. */
export function describeOutcomes(outcomes: readonly Outcome[]): string {
  const alive = outcomes.filter(({ status }) => status === 'survived' || status === 'not reached')
  const rows = [...areaNames, 'all'].map((area) => {
    const own = outcomes.filter((outcome) => area === 'all' || outcome.area === area)
    const count = (status: Verdict['status']): number =>
      own.filter((one) => one.status === status).length
    const dead = count('killed') + count('timeout')
    const share = own.length === 0 ? '' : `${((100 * dead) / own.length).toFixed(1)} %`
    return [
      area,
      own.length,
      count('killed'),
      count('timeout'),
      count('survived'),
      count('not reached'),
      share,
    ]
  })
  const head = ['area', 'mutants', 'killed', 'timeout', 'survived', 'not reached', 'share killed']
  return [
    ...alive.map(describeMutant),
    '',
    ...[head, ...rows].map((row) => row.map((cell) => String(cell).padEnd(13)).join('')),
  ].join('\n')
}

export function describeMutant(mutant: Outcome): string {
  const { file, line, operator, original, replacement, status } = mutant
  return `${status}: ${file}:${line} ${operator}: ${shorten(original)} → ${shorten(replacement)}`
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}
