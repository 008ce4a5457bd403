import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { root } from '#test/repo-rules/source-files.ts'

export interface Instruction {
  /** In upper case, such as `COPY`. */
  readonly name: string
  readonly words: string
}

/** The instructions from one `FROM` to the next. */
export interface Stage {
  readonly base: string
  /** The name after `AS`; null without one. */
  readonly name: string | null
  readonly instructions: readonly Instruction[]
}

export interface Copy {
  /** The stage that it copies from; null for the repository. */
  readonly from: string | null
  readonly sources: readonly string[]
  readonly target: string
}

export const containerFile = readFileSync(path.join(root, 'deploy/Containerfile'), 'utf8')

/** The stages of a container file, in order, without the lines before the first. */
export function readStages(text: string): Stage[] {
  const stages: { base: string; name: string | null; instructions: Instruction[] }[] = []
  for (const { name, words } of readInstructions(text)) {
    if (name === 'FROM') {
      const [base = '', , stageName = null] = words.split(/\s+/)
      stages.push({ base, name: stageName, instructions: [] })
    } else {
      stages.at(-1)?.instructions.push({ name, words })
    }
  }
  return stages
}

function readInstructions(text: string): Instruction[] {
  return text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [name = '', ...words] = line.trim().split(' ')
      return { name: name.toUpperCase(), words: words.join(' ') }
    })
}

export function find(stage: Stage, name: string): string[] {
  return stage.instructions
    .filter((instruction) => instruction.name === name)
    .map(({ words }) => words)
}

export function findCopies(stage: Stage): Copy[] {
  return find(stage, 'COPY').map((words) => {
    const [, from = null, paths = ''] = /^(?:--from=(\S+) )?(.*)$/.exec(words) ?? []
    const sources = paths.split(' ')
    const target = sources.pop() ?? ''
    return { from, sources, target }
  })
}

/** The variables of `ENV NAME=value …`. */
export function findEnvironment(stage: Stage): Record<string, string> {
  const pairs = find(stage, 'ENV').flatMap((words) => words.split(' '))
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )
}

/** A command in exec form: `["node", …]`. Throws for any other form. */
export function readCommand(words: string): readonly string[] {
  return z.array(z.string()).min(1).parse(JSON.parse(words))
}
