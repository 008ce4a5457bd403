import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

const program = path.join(import.meta.dirname, 'generate-reads.ts')
const load = { clients: 16, seconds: 4 }

export interface ReadTask {
  readonly port: number
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** What every answer has to be. */
  readonly status?: number
}

/** Answers in a second. Throws when one was another than expected. */
export async function measureReads({
  headers = {},
  status = 200,
  ...rest
}: ReadTask): Promise<number> {
  const task = JSON.stringify({ ...load, ...rest, headers, status })
  const { stdout } = await promisify(execFile)(process.execPath, [program, task])
  return Number(stdout)
}
