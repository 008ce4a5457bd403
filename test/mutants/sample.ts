import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { findMutations, type Mutation } from './mutations.ts'

export const root = path.resolve(import.meta.dirname, '../..')

/** The areas to mutate. Components are left to the browser journeys, which do not run here. */
const areas = {
  domain: ['domain'],
  money: [
    'server/services/payments',
    'server/services/checkout',
    'server/providers/paypal',
    'server/providers/stripe',
  ],
  wallet: ['server/services/kryptonite', 'server/services/skins'],
  web: ['web/features/cart', 'web/features/checkout', 'web/features/team'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export const areaNames = Object.keys(areas)

export interface Mutant extends Mutation {
  /** The same as long as its file, its line and the mutation are. */
  readonly id: string
  readonly area: string
  readonly file: string
  readonly line: number
  readonly original: string
}

/** The files of an area, as paths in the repository. */
function listFiles(area: string): string[] {
  const folders = Object.entries(areas).find(([name]) => name === area)?.[1] ?? []
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root }))
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !file.endsWith('.test.ts'))
    .toSorted()
}

/** Whether a file, as a path in the repository, belongs to an area. */
export function isInAnArea(file: string): boolean {
  return filesInAreas.has(file)
}

const filesInAreas = new Set(areaNames.flatMap(listFiles))

export function listMutants(area: string): Mutant[] {
  return listFiles(area).flatMap((file) =>
    mutantsOf(area, file, readFileSync(path.join(root, file), 'utf8')),
  )
}

export function mutantsOf(area: string, file: string, text: string): Mutant[] {
  const seen = new Map<string, number>()
  return findMutations(file, text).map((mutation) => {
    const { operator, start, end, replacement } = mutation
    const lineStart = text.lastIndexOf('\n', start - 1) + 1
    const original = text.slice(start, end)
    const lineText = text.slice(lineStart, text.indexOf('\n', start)).trimEnd()
    const key = [file, lineText, start - lineStart, original, operator, replacement].join('\0')
    const twin = seen.get(key) ?? 0
    seen.set(key, twin + 1)
    const line = text.slice(0, start).split('\n').length
    return { ...mutation, id: hash(`${key}\0${twin}`), area, file, line, original }
  })
}

/**
 * Chooses `count` mutants by the seed, evenly over the areas. The choice depends on the mutants
 * alone, so that a changed line only replaces its own.
 */
export function chooseSample(
  mutantsByArea: readonly (readonly Mutant[])[],
  seed: number,
  count: number,
): Mutant[] {
  const shuffled = mutantsByArea.map((mutants) =>
    mutants
      .map((mutant) => ({ mutant, rank: hash(`${seed} ${mutant.id}`) }))
      .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
      .map(({ mutant }) => mutant),
  )
  const mostRounds = Math.max(0, ...shuffled.map(({ length }) => length))
  return Array.from({ length: mostRounds }, (_, round) =>
    shuffled.flatMap((mutants) => mutants.slice(round, round + 1)),
  )
    .flat()
    .slice(0, count)
    .toSorted((a, b) => (a.file === b.file ? a.start - b.start : a.file < b.file ? -1 : 1))
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
