import type { Finding } from '#domain/connection-faults.ts'
import type { DiscordConfig } from '#server/app/config.ts'
import type {
  CallInstrumentation,
  ConnectionResult,
} from '#server/providers/call-instrumentation.ts'
import { failedCall } from '#server/providers/findings.ts'

const timeoutMilliseconds = 8000

/** Whether Discord accepts the client that players sign in by, and still has the staff's webhook. */
export async function checkDiscord(
  { origin, clientId, clientSecret, webhookUrl }: DiscordConfig,
  calls: CallInstrumentation,
  redirectUrl: string,
): Promise<readonly Finding[]> {
  const key = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const client = new Request(`${origin}/api/oauth2/token`, {
    method: 'POST',
    headers: { ...calls.headers(), authorization: `Basic ${key}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'identify' }),
  })
  const webhook = new Request(webhookUrl, { headers: calls.headers() })
  const results = await Promise.all([
    calls.watch('check-client', () => call('client_refused', client)),
    calls.watch('check-webhook', () => call('webhook_gone', webhook)),
  ])
  const failed = results.filter(({ outcome }) => outcome !== 'ok').map(failedCall)
  return [...failed, { level: 'ok', code: 'redirect_address', detail: redirectUrl }]
}

async function call(
  fault: NonNullable<ConnectionResult['fault']>,
  request: Request,
): Promise<ConnectionResult> {
  try {
    const { ok, status } = await fetch(request, {
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMilliseconds),
    })
    if (ok) return { outcome: 'ok' }
    const detail = `Discord answered ${status}`
    if (status === 401 || status === 404) return { outcome: 'misconfigured', fault, detail }
    return { outcome: 'unavailable', detail }
  } catch (error) {
    return { outcome: 'unavailable', detail: error instanceof Error ? error.message : 'unknown' }
  }
}
