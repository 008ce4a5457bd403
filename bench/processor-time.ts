import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'

/** Seconds of processor time that a process has used so far; Linux only. */
export function readProcessorSeconds(pid: number): number {
  const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The fields after the name, which may contain anything: proc_pid_stat(5), fields 14 and 15.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** Returns a function that gives the load of all processors since this call, from 0 to 1. */
export function watchProcessors(): () => number {
  const before = readTimes()
  return () => {
    const after = readTimes()
    return 1 - (after.idle - before.idle) / (after.all - before.all)
  }
}

function readTimes(): { readonly idle: number; readonly all: number } {
  let [idle, all] = [0, 0]
  for (const { times } of cpus()) {
    idle += times.idle
    for (const milliseconds of Object.values(times)) all += milliseconds
  }
  return { idle, all }
}
