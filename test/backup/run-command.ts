import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { findPostgresBinaries } from '#test/postgres-binaries.ts'

/** The folder of Postgres' own programs. */
export const postgresPrograms = findPostgresBinaries(process.env.PATH ?? '') ?? '/usr/bin'

/** Runs an owner's command with only these settings; returns its exit code and output. */
export async function runCommand(
  settings: Readonly<Record<string, string>>,
  program: string,
  ...parameters: readonly string[]
): Promise<{ readonly exitCode: unknown; readonly output: string }> {
  const env = { PATH: `${postgresPrograms}:${process.env.PATH ?? ''}`, ...settings }
  const cwd = path.resolve(import.meta.dirname, '../..')
  try {
    const { stdout, stderr } = await promisify(execFile)(program, [...parameters], { env, cwd })
    return { exitCode: 0, output: stdout + stderr }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && 'stderr' in error)) throw error
    return { exitCode: error.code, output: String(error.stderr) }
  }
}
