import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'
import type { Database } from '#server/db/database.ts'
import { databaseCollector, type DeliveringNow } from './database-metrics.ts'

const prefix = 'kryptonique_'
const requestBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const workBuckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

export type DatabaseErrorKind = 'unavailable' | 'connection' | 'query'

export interface AnsweredRequest {
  readonly method: string
  /** The route's pattern, never the path, which would make a label for each player. */
  readonly route: string
  readonly status: number
  readonly seconds: number
}

export interface Tally {
  inc(): void
  dec(): void
}

/** What this process counts and what the database reports, for Prometheus. */
export type Metrics = ReturnType<typeof createMetrics>

/** The metrics of one product. `version` is that of its package. */
export function createMetrics(
  database: Database,
  version: string,
  delivering: DeliveringNow = () => null,
) {
  const registry = new Registry()
  const options = <Label extends string>(name: string, help: string, labelNames: Label[] = []) => ({
    name: `${prefix}${name}`,
    help,
    labelNames,
    registers: [registry],
  })
  const collectFromDatabase = databaseCollector(registry, database, prefix, delivering)
  const connections = new Gauge(
    options('database_connections', 'Connections of the pool', ['state']),
  )
  const waiting = new Gauge(options('database_waiting', 'Queries that wait for a connection'))
  const info = new Gauge(
    options('build_info', 'The running version', ['version', 'node', 'database']),
  )
  info.set({ version, node: process.version, database: database.kind }, 1)
  const requests = new Counter(
    options('http_requests_total', 'Requests answered', ['method', 'route', 'status']),
  )
  const requestDurations = new Histogram({
    ...options('http_request_duration_seconds', 'Time until an answer begins', [
      'method',
      'route',
      'status',
    ]),
    buckets: requestBuckets,
  })
  const fromMemory = new Counter(
    options(
      'http_answers_from_memory_total',
      'Reads answered from memory, which no other HTTP metric counts',
      ['route'],
    ),
  )
  const databaseErrors = new Counter(options('database_errors_total', 'Failed queries', ['kind']))
  const wrongCodes = new Counter(
    options('wrong_codes_total', 'Codes that were checked and wrong', ['code']),
  )
  // An alarm on the increase misses the first wrong code when the series begins with it.
  for (const code of ['admin', 'beta']) wrongCodes.inc({ code }, 0)
  const jobs = new Counter(options('jobs_total', 'Runs of jobs', ['job', 'outcome']))
  const jobDurations = new Histogram({
    ...options('job_duration_seconds', 'Time of a run', ['job']),
    buckets: workBuckets,
  })
  const calls = new Counter(
    options('provider_calls_total', 'Calls to providers', ['provider', 'operation', 'outcome']),
  )
  const callDurations = new Histogram({
    ...options(
      'provider_call_duration_seconds',
      'Time until the answer or the timeout of a provider',
      ['provider', 'operation'],
    ),
    buckets: workBuckets,
  })
  const stopping = new Gauge(options('stopping', 'Whether this process has been asked to stop'))

  return {
    requestsInProgress: new Gauge(options('http_requests_in_progress', 'Requests being worked on')),
    eventStreams: new Gauge(options('event_streams', 'Open event streams')),
    countRequest: ({ method, route, status, seconds }: AnsweredRequest): void => {
      requests.inc({ method, route, status })
      const statusClass = `${Math.floor(status / 100)}xx`
      requestDurations.observe({ method, route, status: statusClass }, seconds)
    },
    /** Returns the function that counts one answer of this route. */
    countAnswersFromMemory: (route: string) => {
      const ofRoute = fromMemory.labels({ route })
      return (): void => ofRoute.inc()
    },
    countDatabaseError: (kind: DatabaseErrorKind): void => databaseErrors.inc({ kind }),
    countWrongCode: (code: 'admin' | 'beta'): void => wrongCodes.inc({ code }),
    countJob: (job: string, outcome: 'done' | 'failed', seconds: number): void => {
      jobs.inc({ job, outcome })
      jobDurations.observe({ job }, seconds)
    },
    countProviderCall: (
      provider: string,
      operation: string,
      outcome: string,
      seconds: number,
    ): void => {
      calls.inc({ provider, operation, outcome })
      callDurations.observe({ provider, operation }, seconds)
    },
    markStopping: (): void => stopping.set(1),
    /** All metrics in Prometheus' text format. */
    print: async (): Promise<string> => {
      await collectFromDatabase()
      const load = database.readLoad()
      connections.set({ state: 'used' }, load.used)
      connections.set({ state: 'idle' }, load.idle)
      waiting.set(load.waiting)
      return Registry.merge([registry, processMetrics()]).metrics()
    },
  }
}

let processRegistry: Registry | null = null
const errorLines = new Counter({
  name: 'kryptonique_log_errors_total',
  help: 'Lines of the log at level error',
  registers: [],
})

export function countErrorLine(): void {
  errorLines.inc()
}

/**
 * Memory, processor time, event loop and logged errors: registered once per process, however many
 * products run in it.
 */
function processMetrics(): Registry {
  if (processRegistry) return processRegistry
  processRegistry = new Registry()
  collectDefaultMetrics({ register: processRegistry })
  processRegistry.registerMetric(errorLines)
  return processRegistry
}
