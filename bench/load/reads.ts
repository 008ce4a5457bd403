import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

const program = path.join(import.meta.dirname, 'generate-reads.ts')
const load = { clients: 16, seconds: 4 }

export interface ReadTask {
  readonly port: number
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** The expected status of every answer. */
  readonly status?: number
}

const readTimes = z.object({ perSecond: z.number(), p50Ms: z.number(), p99Ms: z.number() })
export type ReadTimes = z.output<typeof readTimes>

/** Answers per second. Throws on an unexpected one. */
export async function measureReads(task: ReadTask): Promise<number> {
  return (await measureReadTimes(task)).perSecond
}

/** The same, with the median and the 99th percentile of the answers' times. */
export async function measureReadTimes({
  headers = {},
  status = 200,
  ...rest
}: ReadTask): Promise<ReadTimes> {
  const task = JSON.stringify({ ...load, ...rest, headers, status })
  const { stdout } = await promisify(execFile)(process.execPath, [program, task])
  return readTimes.parse(JSON.parse(stdout))
}
