import { z } from 'zod'
import type { Finding } from '#domain/connection-faults.ts'
import type { DiscordConfig } from '#server/app/config.ts'
import {
  failureDetail,
  type CallInstrumentation,
  type ConnectionResult,
} from '#server/providers/call-instrumentation.ts'
import { failedCall } from '#server/providers/findings.ts'
import { readAnswer } from '#server/providers/read-answer.ts'

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
  // Without their faults, which a real call ends under its own name.
  const [signIn, channel] = await Promise.all([
    calls.watch('check-client', () =>
      call(client, 'access_token', 'DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET'),
    ),
    calls.watch('check-webhook', () => call(webhook, 'id', 'DISCORD_WEBHOOK_URL')),
  ])
  return [
    ...judge(signIn, 'client_refused'),
    ...judge(channel, 'webhook_gone'),
    { level: 'ok', code: 'redirect_address', detail: redirectUrl },
  ]
}

function judge(
  result: ConnectionResult,
  fault: 'client_refused' | 'webhook_gone',
): readonly Finding[] {
  if (result.outcome === 'ok') return []
  return [failedCall(result.outcome === 'refused' ? { ...result, fault } : result)]
}

async function call(request: Request, member: string, names: string): Promise<ConnectionResult> {
  try {
    const response = await fetch(request, {
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMilliseconds),
    })
    const { ok, status } = response
    // A proxy may answer in Discord's place.
    if (ok) return readAnswer(z.object({ [member]: z.string() }), await response.text(), 'Discord')
    const detail = `${names}: ${status}`
    const isRefusal = status === 401 || status === 404
    return { outcome: isRefusal ? 'refused' : 'unavailable', detail }
  } catch (error) {
    return { outcome: 'unavailable', detail: failureDetail(error) }
  }
}
