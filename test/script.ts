import { startProgram, type ProgramEnd } from '#scripts/product/program.ts'
import { machineEnvironment } from './product.ts'

/** A module in its own process, for tests about the death of a process. */
export interface RunningScript {
  readonly ended: Promise<ProgramEnd>
  output(): string
  /** Resolves when it has printed `text`; rejects when it ends first. */
  waitFor(text: string): Promise<void>
  /** kill -9. */
  kill(): Promise<void>
}

/** Runs a module's text; its imports are relative to the project's root. */
export function runScript(code: string): RunningScript {
  let output = ''
  const waiting = new Set<() => void>()
  const program = startProgram({
    name: 'script',
    command: ['--eval', code],
    env: machineEnvironment(),
    onOutput: (text) => {
      output += text
      for (const check of waiting) check()
    },
  })
  return {
    ended: program.ended,
    output: () => output,
    kill: () => program.kill(),
    waitFor: async (text) => {
      const printed = Promise.withResolvers<undefined>()
      const check = (): void => {
        if (output.includes(text)) printed.resolve(undefined)
      }
      waiting.add(check)
      check()
      const end = await Promise.race([printed.promise, program.ended])
      waiting.delete(check)
      if (end) throw new Error(`ended before it printed "${text}": ${end.reason}\n${output}`)
    },
  }
}
