import type { Finding } from '#domain/connection-faults.ts'
import type { ConnectionResult } from './call-instrumentation.ts'

/** What a call finds that has no usable answer. */
export function failedCall({ fault, detail = '' }: ConnectionResult): Finding {
  return { level: 'fault', code: fault ?? 'unreachable', detail }
}

/** Whether a provider's webhook sends us all that we need. */
export function judgeWebhook(
  webhook: { readonly url: string; readonly events: readonly string[] },
  needed: { readonly url: string; readonly events: readonly string[] },
): readonly Finding[] {
  if (webhook.url !== needed.url) {
    const detail = `${webhook.url} ≠ ${needed.url}`
    return [{ level: 'fault', code: 'webhook_elsewhere', detail }]
  }
  if (webhook.events.includes('*')) return []
  const missing = needed.events.filter((event) => !webhook.events.includes(event))
  if (missing.length === 0) return []
  return [{ level: 'fault', code: 'webhook_partial', detail: missing.join(', ') }]
}
