import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { figureShape } from './figure.ts'

const recordShape = z.object({
  /** The command that repeats the run, options and seed included. */
  command: z.string(),
  date: z.iso.date(),
  commit: z.string(),
  machine: z.string(),
  figures: z.array(figureShape),
  notes: z.array(z.string()),
})
export type FigureRecord = z.infer<typeof recordShape>

const recordsShape = z.record(z.string(), recordShape)
/** The last recorded run by its name. */
export type FigureRecords = z.infer<typeof recordsShape>

const root = path.resolve(import.meta.dirname, '../..')
const file = path.join(root, 'docs/figures.json')

export function readRecords(): FigureRecords {
  return recordsShape.parse(JSON.parse(readFileSync(file, 'utf8')))
}

/** Replaces a run's earlier record. */
export function keepRecord(
  name: string,
  command: string,
  reports: Pick<FigureRecord, 'figures' | 'notes'>,
): FigureRecords {
  const records = { ...readRecords(), [name]: { command, ...whereAndWhen(), ...reports } }
  const sorted = Object.fromEntries(
    Object.entries(records).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
  writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`)
  return sorted
}

function whereAndWhen(): Pick<FigureRecord, 'date' | 'commit' | 'machine'> {
  const changed = git('status', '--porcelain', '--', '.', ':!docs/figures.*')
  const memory = Math.round(totalmem() / 2 ** 30)
  return {
    date: new Date().toISOString().slice(0, 10),
    // With a plus when the code has uncommitted changes.
    commit: git('rev-parse', '--short', 'HEAD') + (changed === '' ? '' : '+'),
    machine: `${cpus().length} cores, ${memory} GiB, Node ${process.versions.node}`,
  }
}

function git(...words: string[]): string {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
}
