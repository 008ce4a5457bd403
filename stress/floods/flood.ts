import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { floodReport, type FloodReport, type FloodTask } from './flood-messages.ts'
import type { FloodLimit } from './targets.ts'

const program = path.join(import.meta.dirname, 'send-flood.ts')

/** Sends the flood from its own process. */
export async function flood(task: FloodTask): Promise<FloodReport> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, JSON.stringify(task)])
  return floodReport.parse(JSON.parse(stdout))
}

/** The allowance of a whole /48 of IPv6, in households. */
const allowancesOfSubnet = 2.5

/** How many requests were served beyond what the limit allows in that time. */
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
    // The processes' clocks may differ: allow a second more.
    const seconds = (endedAt - startedAt) / 1000 + 1
    return Math.ceil(factor * (limit.burst + limit.perSecond * seconds))
  }
  const windowOf = (time: number): number => Math.floor(time / 1000 / limit.windowSeconds)
  const windows = windowOf(endedAt) - windowOf(startedAt) + 1
  // Requests that are counted after their work may already be under way.
  return windows * (Math.floor(factor * limit.requests) + (limit.isCountedAfter ? clients : 0))
}
