import type { Logger } from 'pino'
import type { InstrumentJob } from '#server/jobs/job-queue.ts'
import type { CallInstrumentation } from '#server/providers/call-instrumentation.ts'
import { currentTrace, runTraced } from './logging.ts'
import type { Metrics } from './metrics.ts'

interface Telemetry {
  readonly log: Logger
  readonly metrics: Pick<Metrics, 'countProviderCall'>
}

export type ProviderName = 'paypal' | 'stripe' | 'discord' | 'steam' | 'game-server'

/** Who did not answer, or nothing that can be used. */
const withoutAnswer: ReadonlySet<string> = new Set(['unavailable', 'unreadable', 'failed'])

/**
 * Watches the questions to one provider. Its log says what was asked and what came of it, never with
 * whose data. A provider that is asked by the clock all day long is `routine`: only its faults are news.
 */
export function instrumentProvider(
  { log, metrics }: Telemetry,
  provider: ProviderName,
  { routine = false }: { routine?: boolean } = {},
): CallInstrumentation {
  return {
    headers: (): Record<string, string> => {
      const trace = currentTrace()
      return trace ? { 'x-request-id': trace.requestId } : {}
    },
    watch: async (operation, ask) => {
      const startedAt = performance.now()
      let reference: string | undefined
      const end = (outcome: string): void => {
        const milliseconds = performance.now() - startedAt
        metrics.countProviderCall(provider, operation, outcome, milliseconds / 1000)
        const level = withoutAnswer.has(outcome) ? 'warn' : routine ? 'debug' : 'info'
        log[level](
          { provider, operation, outcome, milliseconds: Math.round(milliseconds), reference },
          'provider asked',
        )
      }
      try {
        const answer = await ask((told) => {
          if (told && isReference(told)) reference = told
        })
        end(answer.outcome)
        return answer
      } catch (error) {
        end('failed')
        throw error
      }
    },
  }
}

/** What comes from outside and goes into the log is an id, and nothing else. */
function isReference(text: string): boolean {
  return /^[\w.:-]{1,100}$/.test(text)
}

/** Runs each job under its id and name, counts it, and logs those that fail. */
export function instrumentJobs(log: Logger, metrics: Pick<Metrics, 'countJob'>): InstrumentJob {
  return (job, id, run) =>
    runTraced({ requestId: id, job }, async () => {
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
