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

/** Prints the surviving mutants and a table of the areas. */
export function printOutcomes(outcomes: readonly Outcome[]): void {
  for (const mutant of outcomes) {
    if (!isDead(mutant)) console.log(describeMutant(mutant))
  }
  console.table(
    [...areaNames, 'all'].map((area) => {
      const own = outcomes.filter((outcome) => area === 'all' || outcome.area === area)
      const counts = Object.fromEntries(
        verdictShape.shape.status.options.map((status) => [
          status,
          own.filter((one) => one.status === status).length,
        ]),
      )
      const share = own.length === 0 ? null : (100 * own.filter(isDead).length) / own.length
      return { area, mutants: own.length, ...counts, '% killed': share?.toFixed(1) }
    }),
  )
}

function isDead({ status }: Verdict): boolean {
  return status === 'killed' || status === 'timeout'
}

export function describeMutant(mutant: Outcome): string {
  const { file, line, operator, original, replacement, status } = mutant
  return `${status}: ${file}:${line} ${operator}: ${shorten(original)} → ${shorten(replacement)}`
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}
