import type { Provider } from './fake-provider.ts'

interface Stamp {
  readonly sequence: number
  readonly at: string
  readonly provider: Provider
}

/** A call that a program made. `fault` is what happened to its answer. */
interface RequestEntry {
  readonly kind: 'request'
  readonly method: string
  readonly path: string
  readonly status: number
  readonly fault?: string
  readonly body?: unknown
}

/** A message that Discord accepted, as Discord would show it. */
interface MessageEntry {
  readonly kind: 'message'
  readonly message: unknown
}

/** One attempt to deliver a webhook. `status` is null without an answer. */
interface WebhookEntry {
  readonly kind: 'webhook'
  readonly eventId: string
  readonly eventType: string
  readonly resourceId: string
  readonly attempt: number
  readonly status: number | null
  /** As sent, so that it can be sent again. */
  readonly headers: Readonly<Record<string, string>>
  readonly rawBody: string
  /** A fault withheld this event: it was written and signed, but never sent. */
  readonly lost?: true
}

export type LogRecord = RequestEntry | MessageEntry | WebhookEntry
export type LogEntry = LogRecord & Stamp

export interface Log {
  add(provider: Provider, record: LogRecord): void
  /** Newest last. */
  entries(provider?: Provider): readonly LogEntry[]
  clear(): void
}

// A flood test must not fill the memory.
const longestLog = 10_000

export function createLog(): Log {
  let entries: LogEntry[] = []
  let sequence = 0
  return {
    add(provider, record) {
      sequence += 1
      entries.push({ sequence, at: new Date().toISOString(), provider, ...record })
      if (entries.length > 2 * longestLog) entries = entries.slice(-longestLog)
    },
    entries: (provider) =>
      entries.filter((entry) => provider === undefined || entry.provider === provider),
    clear() {
      entries = []
    },
  }
}
