import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { floodReport, type FloodReport, type FloodTask } from './flood-messages.ts'
import type { FloodLimit } from './targets.ts'

const program = path.join(import.meta.dirname, 'send-flood.ts')

/** Sends all of it from a process of its own. */
export async function flood(task: FloodTask): Promise<FloodReport> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, JSON.stringify(task)])
  return floodReport.parse(JSON.parse(stdout))
}

/** What a whole /48 of IPv6 may do, in allowances of one household. */
const allowancesOfSubnet = 2.5

/** How many were served above what the limit allows in the time that it took. */
export function countExcess(limit: FloodLimit, task: FloodTask, report: FloodReport): number {
  if (limit === null) return 0
  return Math.max(0, report.served - mostServed(limit, task, report))
}

function mostServed(
  limit: NonNullable<FloodLimit>,
  { clients, visitor }: FloodTask,
  { startedAt, endedAt }: FloodReport,
): number {
  const factor = visitor?.includes(':') ? allowancesOfSubnet : 1
  if ('burst' in limit) {
    // The clock of the process is another one: a second more.
    const seconds = (endedAt - startedAt) / 1000 + 1
    return Math.ceil(factor * (limit.burst + limit.perSecond * seconds))
  }
  const windowOf = (time: number): number => Math.floor(time / 1000 / limit.windowSeconds)
  const windows = windowOf(endedAt) - windowOf(startedAt) + 1
  // What is only counted afterwards may be under way already.
  return windows * (Math.floor(factor * limit.requests) + (limit.isCountedAfter ? clients : 0))
}
