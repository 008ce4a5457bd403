import type { Logger } from 'pino'
import type { InstrumentJob } from '#server/jobs/job-queue.ts'
import type { ConnectionProvider } from '#domain/connection-faults.ts'
import type { CallInstrumentation, NoteConnection } from '#server/providers/call-instrumentation.ts'
import { traceStorage } from './logging.ts'
import type { Metrics } from './metrics.ts'

interface Telemetry {
  readonly log: Logger
  readonly metrics: Pick<Metrics, 'countProviderCall'>
  readonly noteConnection: NoteConnection
}

/** Outcomes that mean no usable answer. */
const failedOutcomes: ReadonlySet<string> = new Set([
  'unavailable',
  'unreadable',
  'failed',
  'misconfigured',
  'seller_refused',
])

/**
 * Measures and logs the calls to one provider. A log line has the operation and its outcome, never
 * whose data it was about. The successes of a `routine` provider, which a timer calls all day, are
 * logged as debug.
 */
export function instrumentProvider(
  { log, metrics, noteConnection }: Telemetry,
  provider: ConnectionProvider,
  { routine = false }: { routine?: boolean } = {},
): CallInstrumentation {
  return {
    headers: (): Record<string, string> => {
      const trace = traceStorage.getStore()
      return trace ? { 'x-request-id': trace.requestId } : {}
    },
    watch: async (operation, call) => {
      const startedAt = performance.now()
      let reference: string | undefined
      const end = (outcome: string): void => {
        const milliseconds = performance.now() - startedAt
        metrics.countProviderCall(provider, operation, outcome, milliseconds / 1000)
        const level = failedOutcomes.has(outcome) ? 'warn' : routine ? 'debug' : 'info'
        log[level](
          { provider, operation, outcome, milliseconds: Math.round(milliseconds), reference },
          'provider called',
        )
      }
      try {
        const answer = await call((given) => {
          if (given && isReference(given)) reference = given
        })
        end(answer.outcome)
        await noteConnection(provider, operation, answer)
        return answer
      } catch (error) {
        end('failed')
        throw error
      }
    },
  }
}

/** Text from outside enters the log only when it looks like an id. */
function isReference(text: string): boolean {
  return /^[\w.:-]{1,100}$/.test(text)
}

/** Runs each job under a trace with its id and name, counts it, and logs failures. */
export function instrumentJobs(log: Logger, metrics: Pick<Metrics, 'countJob'>): InstrumentJob {
  return (job, id, run) =>
    traceStorage.run({ requestId: id, job }, async () => {
      const startedAt = performance.now()
      const end = (outcome: 'done' | 'failed'): number => {
        const milliseconds = performance.now() - startedAt
        metrics.countJob(job, outcome, milliseconds / 1000)
        return Math.round(milliseconds)
      }
      try {
        const result = await run()
        log.debug({ milliseconds: end('done') }, 'job done')
        return result
      } catch (error) {
        log.warn({ err: error, milliseconds: end('failed') }, 'job failed')
        throw error
      }
    })
}
