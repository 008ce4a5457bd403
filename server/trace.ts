import { AsyncLocalStorage } from 'node:async_hooks'

/** On whose behalf the code at work runs: a request, or a job. Stands in every line of the log. */
export interface Trace {
  readonly requestId: string
  /** The job's name, when it is one; then the id is the job's. */
  readonly job?: string
}

const traces = new AsyncLocalStorage<Trace>()

/** Runs work and all that it awaits under a trace. */
export function runTraced<Result>(trace: Trace, work: () => Result): Result {
  return traces.run(trace, work)
}

/** The trace of whoever asks; undefined outside of requests and jobs. */
export function currentTrace(): Trace | undefined {
  return traces.getStore()
}
