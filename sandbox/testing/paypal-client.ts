import { z } from 'zod'
import { paypalCredentials } from '#sandbox/credentials.ts'
import type { Fixture } from './product.ts'

export interface CallOptions {
  readonly body?: unknown
  readonly requestId?: string
  readonly prefer?: 'representation'
  readonly signal?: AbortSignal
}

export interface PayPalClient {
  call(method: 'GET' | 'POST', path: string, options?: CallOptions): Promise<Response>
  /** Creates an order of one priority queue and returns its id. */
  createOrder(unit?: object): Promise<string>
  /** Creates an order, approves it as the buyer and captures it; returns the capture's id. */
  buy(unit?: object): Promise<string>
}

export const basicAuthorization = `Basic ${Buffer.from(
  `${paypalCredentials.clientId}:${paypalCredentials.clientSecret}`,
).toString('base64')}`

export const priorityQueueUnit = {
  reference_id: 'default',
  description: 'Priority Queue, 1 month',
  custom_id: 'order-1',
  amount: { currency_code: 'EUR', value: '10.00' },
}

export const withId = z.object({ id: z.string() })
const withCapture = z.object({
  purchase_units: z.tuple([z.object({ payments: z.object({ captures: z.tuple([withId]) }) })]),
})

export async function connectPayPal(fixture: Fixture): Promise<PayPalClient> {
  const answer = await fetch(`${fixture.origin}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: basicAuthorization },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const { access_token: token } = z.object({ access_token: z.string() }).parse(await answer.json())

  const client: PayPalClient = {
    call: (method, path, { body, requestId, prefer, signal } = {}) =>
      fetch(`${fixture.origin}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...(requestId !== undefined && { 'paypal-request-id': requestId }),
          ...(prefer && { prefer: `return=${prefer}` }),
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        ...(signal && { signal }),
      }),
    async createOrder(unit = {}) {
      const order = { intent: 'CAPTURE', purchase_units: [{ ...priorityQueueUnit, ...unit }] }
      const response = await client.call('POST', '/v2/checkout/orders', { body: order })
      return withId.parse(await response.json()).id
    },
    async buy(unit) {
      const orderId = await client.createOrder(unit)
      await fixture.control('paypal/approve', { orderId, outcome: 'pay' })
      const response = await client.call('POST', `/v2/checkout/orders/${orderId}/capture`)
      return withCapture.parse(await response.json()).purchase_units[0].payments.captures[0].id
    },
  }
  return client
}
