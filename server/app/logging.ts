import { AsyncLocalStorage } from 'node:async_hooks'
import { pino, type DestinationStream, type Logger } from 'pino'

const flushMilliseconds = 100
const chunkBytes = 4096
const errorLevel = 50

/**
 * Buffers lines for a moment: one write per line would cost a busy shop a tenth of its purchases.
 * The buffer is flushed when the process exits, but not when it is killed.
 */
export function openStandardOutput(): DestinationStream {
  return pino.destination({
    dest: 1,
    sync: false,
    minLength: chunkBytes,
    periodicFlush: flushMilliseconds,
  })
}

/**
 * One JSON object per line, with the id of its request or job. Fields that could identify a player
 * or open a door are removed. `onError` is called for each line at level error.
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
      return { ...traceStorage.getStore() }
    },
    redact: {
      paths: [
        '*.email',
        '*.token',
        '*.secret',
        '*.password',
        '*.sshKey',
        '*.cookie',
        '*.authorization',
      ],
      remove: true,
    },
    serializers: {
      // The driver's errors carry rows and parameters; message and stack are enough.
      err: (error: unknown) =>
        error instanceof Error
          ? { type: error.name, message: error.message, stack: error.stack }
          : { message: messageOf(error) },
    },
  }
  return pino(options, destination)
}

/** The job queue throws plain objects. */
function messageOf(thrown: unknown): string {
  const isObject = typeof thrown === 'object' && thrown !== null
  return String(isObject && 'message' in thrown ? thrown.message : thrown)
}

/** The request or job that the running code works for. Each log line carries it. */
export interface Trace {
  readonly requestId: string
  /** The job's name; `requestId` is then the job's id. Absent for a request. */
  readonly job?: string
}

/** Empty outside of requests and jobs. */
export const traceStorage = new AsyncLocalStorage<Trace>()
