import { pino, type Logger } from 'pino'

/** One JSON object a line on standard output. What could identify a player or open a door is cut. */
export function createLog(level: string): Logger {
  return pino({
    level,
    redact: {
      paths: ['*.email', '*.token', '*.secret', '*.password', '*.cookie', '*.authorization'],
      remove: true,
    },
    serializers: {
      // The driver's errors carry rows and parameters; their message and place are enough.
      err: (error: unknown) =>
        error instanceof Error
          ? { type: error.name, message: error.message, stack: error.stack }
          : { message: String(error) },
    },
  })
}
