import { expect, it } from 'vitest'
import { startAnsweringServer } from '#test/answering-server.ts'
import { noInstrumentation } from '#test/no-instrumentation.ts'
import { createPayPalProvider } from './paypal-provider.ts'

type Answer = readonly [status: number, body: unknown]

/** A fake PayPal that gives these answers, by method and path, one after the other. */
async function fakePayPal(answers: Readonly<Record<string, readonly Answer[]>>) {
  const left = new Map(Object.entries(answers).map(([question, all]) => [question, [...all]]))
  const { origin: apiOrigin } = await startAnsweringServer((request, response) => {
    const known = left.get(`${request.method} ${request.url}`)?.shift()
    const [status, body] = known ?? [200, { access_token: 'A', expires_in: 3600 }]
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  const account = {
    clientId: 'c',
    clientSecret: 's',
    webhookId: 'w',
    mode: 'test',
    apiOrigin,
  } as const
  return createPayPalProvider(account, noInstrumentation)
}

const order = (status: string, unit: object = {}) => ({ id: 'O-1', status, purchase_units: [unit] })
const capture = { id: 'C-1', status: 'COMPLETED', amount: { currency_code: 'EUR', value: '10.00' } }
const refusal = { details: [{ issue: 'ORDER_ALREADY_CAPTURED' }] }

it('finds the payment of a faster capture', async () => {
  const paypal = await fakePayPal({
    'GET /v2/checkout/orders/O-1': [
      [200, order('APPROVED')],
      [200, order('COMPLETED', { payments: { captures: [capture] } })],
    ],
    'POST /v2/checkout/orders/O-1/capture': [[422, refusal]],
  })
  expect(await paypal.collect('O-1', () => Promise.resolve(true))).toMatchObject({
    outcome: 'payments',
    payments: [{ reference: 'C-1', status: 'completed', amountCents: 1000 }],
  })
})

it.each(['INSTRUMENT_DECLINED', 'PAYEE_ACCOUNT_RESTRICTED'])(
  'takes no refusal for the end while a faster capture is possible: %s',
  async (issue) => {
    const paypal = await fakePayPal({
      'GET /v2/checkout/orders/O-1': [
        [200, order('APPROVED')],
        [503, {}],
      ],
      'POST /v2/checkout/orders/O-1/capture': [[422, { details: [{ issue }] }]],
    })
    const collected = await paypal.collect('O-1', () => Promise.resolve(true))
    expect(collected.outcome).toBe('unavailable')
  },
)

it('reports a dispute that PayPal does not know', async () => {
  const paypal = await fakePayPal({ 'GET /v1/customer/disputes/PP-1': [[404, { details: [] }]] })
  expect(await paypal.fetchDispute('PP-1')).toEqual({ outcome: 'not_found' })
})
