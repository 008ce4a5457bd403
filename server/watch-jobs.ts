import type { Logger } from 'pino'
import type { WatchJob } from './jobs/watch-job.ts'
import type { Metrics } from './metrics/metrics.ts'
import { runTraced } from './trace.ts'

/** Runs each job under its id and name, counts it, and logs those that fail. */
export function watchJobs(log: Logger, metrics: Pick<Metrics, 'countJob'>): WatchJob {
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
