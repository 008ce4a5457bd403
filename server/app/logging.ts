import { AsyncLocalStorage } from 'node:async_hooks'
import { pino, type DestinationStream, type Logger } from 'pino'

const soonMilliseconds = 100
const chunkBytes = 4096
const errorLevel = 50

/**
 * Where lines wait for each other, a moment at most: a write for each would cost a busy shop a tenth
 * of its purchases. Written when the process ends too, unless the system ends it.
 */
export function openStandardOutput(): DestinationStream {
  return pino.destination({
    dest: 1,
    sync: false,
    minLength: chunkBytes,
    periodicFlush: soonMilliseconds,
  })
}

/**
 * One JSON object a line, each with the id of the request or job that it belongs to. What could
 * identify a player or open a door is cut. `onError` hears of each line that somebody should read.
 */
export function createLog(
  level: string,
  destination: DestinationStream,
  onError: () => void = () => undefined,
): Logger {
  const options = {
    level,
    mixin: (_line: object, levelOfLine: number) => {
      if (levelOfLine >= errorLevel) onError()
      return { ...currentTrace() }
    },
    redact: {
      paths: ['*.email', '*.token', '*.secret', '*.password', '*.cookie', '*.authorization'],
      remove: true,
    },
    serializers: {
      // The driver's errors carry rows and parameters; their message and place are enough.
      err: (error: unknown) =>
        error instanceof Error
          ? { type: error.name, message: error.message, stack: error.stack }
          : { message: messageOf(error) },
    },
  }
  return pino(options, destination)
}

/** The job queue tells errors as plain objects. */
function messageOf(thrown: unknown): string {
  const isObject = typeof thrown === 'object' && thrown !== null
  return String(isObject && 'message' in thrown ? thrown.message : thrown)
}

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
