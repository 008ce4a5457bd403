import { collectDefaultMetrics, Counter, Registry } from '@prometheus-io/client'

let processRegistry: Registry | null = null
const errorLines = new Counter({
  name: 'kryptonique_log_errors_total',
  help: 'Lines of the log at level error',
  registers: [],
})

/** Counts a log line at level error. */
export function countErrorLine(): void {
  errorLines.inc()
}

/**
 * Memory, processor time, event loop and logged errors: registered once per process, however many
 * products run in it.
 */
export function processMetrics(): Registry {
  if (processRegistry) return processRegistry
  processRegistry = new Registry()
  collectDefaultMetrics({ register: processRegistry })
  processRegistry.registerMetric(errorLines)
  return processRegistry
}
