import { z } from 'zod'
import { paypalCredentials } from '../../sandbox/credentials.ts'

/** Takes the money of an approved order as the product would, whose answer is then lost. */
export async function capturePayPalOrder(origin: string, paypalOrderId: string): Promise<void> {
  const response = await fetch(`${origin}/v2/checkout/orders/${paypalOrderId}/capture`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await accessToken(origin)}`,
      'content-type': 'application/json',
    },
    body: '{}',
  })
  if (!response.ok) throw new Error(`not captured: ${response.status} ${await response.text()}`)
  await response.body?.cancel()
}

async function accessToken(origin: string): Promise<string> {
  const { clientId, clientSecret } = paypalCredentials
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const response = await fetch(`${origin}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  return z.object({ access_token: z.string() }).parse(await response.json()).access_token
}
