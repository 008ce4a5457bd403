import { describe, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import { startAnsweringServer } from '#test/answering-server.ts'
import { noInstrumentation } from '#test/no-instrumentation.ts'
import { createStripeCheckout } from './stripe-checkout.ts'

type Answers = Readonly<Record<string, unknown>>

function isError(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'error' in answer
}

/** A fake Stripe that gives these answers, by path. */
async function stripeThatSays(answers: Answers, mode: 'live' | 'test' = 'test') {
  const requests: string[] = []
  const { origin: apiOrigin, stop } = await startAnsweringServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    requests.push(`${request.method} ${path}`)
    const known = answers[path]
    const answer: unknown = typeof known === 'function' ? known() : known
    response.setHeader('content-type', 'application/json')
    response.statusCode = answer === undefined ? 404 : isError(answer) ? 400 : 200
    response.end(
      JSON.stringify(answer === undefined ? { error: { code: 'resource_missing' } } : answer),
    )
  })
  const account = { secretKey: 'sk_test_x', webhookSecret: 'whsec_x', mode, apiOrigin }
  return { requests, apiOrigin, stop, stripe: createStripeCheckout(account, noInstrumentation) }
}

const charge = {
  id: 'ch_1',
  created: 1_767_225_600,
  amount: 999,
  amount_refunded: 0,
  currency: 'usd',
}
const intent = (changes: object = {}) => ({
  id: 'pi_1',
  status: 'succeeded',
  latest_charge: charge,
  ...changes,
})
const session = (changes: object = {}) => ({
  id: 'cs_test_1',
  object: 'checkout.session',
  livemode: false,
  client_reference_id: 'order',
  status: 'complete',
  payment_status: 'paid',
  amount_subtotal: 999,
  amount_total: 999,
  currency: 'usd',
  payment_intent: intent(),
  ...changes,
})
const sessionPath = '/v1/checkout/sessions/cs_test_1'
const checkoutRequest = {
  orderId: 'order',
  attempt: 1,
  name: '1000 Kr',
  amountCents: cents(999),
  currency: 'USD',
  language: 'fr',
  successUrl: 'https://shop.example/krypto-success',
  cancelUrl: 'https://shop.example/krypto-points',
} as const

describe('the state of a session', () => {
  it.each([
    ['open', { status: 'open', payment_status: 'unpaid', payment_intent: null }],
    ['open', { status: null, payment_status: 'unpaid', payment_intent: null }],
    ['expired', { status: 'expired', payment_status: 'unpaid', payment_intent: null }],
    ['processing', unpaid('processing')],
    // A bank transfer whose money is on its way.
    ['processing', unpaid('requires_action')],
    ['failed', unpaid('requires_payment_method')],
    ['failed', unpaid('canceled')],
    ['paid', {}],
    ['paid', { payment_status: 'no_payment_required', payment_intent: null, amount_total: 0 }],
  ])('is %s when Stripe says %o', async (status, changes) => {
    const { stripe } = await stripeThatSays({
      [sessionPath]: session(changes),
      '/v1/disputes': { object: 'list', data: [] },
    })
    const found = await stripe.fetchPayment('cs_test_1')
    expect(found).toMatchObject({ outcome: 'payment', payment: { status } })
  })

  function unpaid(status: string) {
    return { payment_status: 'unpaid', payment_intent: intent({ status }) }
  }

  it('is translated into our own terms', async () => {
    const { stripe } = await stripeThatSays({
      [sessionPath]: session(),
      '/v1/disputes': { object: 'list', data: [] },
    })
    expect(await stripe.fetchPayment('cs_test_1')).toStrictEqual({
      outcome: 'payment',
      payment: {
        sessionId: 'cs_test_1',
        orderId: 'order',
        mode: 'test',
        status: 'paid',
        subtotalCents: 999,
        totalCents: 999,
        currency: 'USD',
        paymentIntent: 'pi_1',
        refundsAndDisputes: { charged: 999, refunded: 0, disputed: 0, isDisputeOpen: false },
        disputes: [],
        payerCountry: null,
        // Stripe shows the charge only to keys that may read it.
        movements: [
          {
            reference: 'ch_1',
            kind: 'sale',
            movedAt: new Date('2026-01-01T00:00:00Z'),
            grossCents: 999,
            currency: 'USD',
            settled: null,
          },
        ],
      },
    })
  })

  it('has what its charge, its refunds and its disputes meant for our balance', async () => {
    const moved = (id: string, amount: number, fee: number) => {
      return { id, amount, fee, net: amount - fee, currency: 'eur', created: 1_767_225_660 }
    }
    const dispute = {
      id: 'du_1',
      status: 'won',
      amount: 999,
      currency: 'usd',
      balance_transactions: [moved('txn_1', -919, 2000), moved('txn_2', 919, 0)],
    }
    const refund = { id: 're_1', amount: 100, currency: 'usd' }
    const { stripe } = await stripeThatSays({
      [sessionPath]: session({ customer_details: { address: { country: 'BE' } } }),
      '/v1/disputes': { object: 'list', data: [dispute] },
      '/v1/charges/ch_1': {
        ...charge,
        balance_transaction: moved('txn_0', 919, 57),
        refunds: {
          data: [
            {
              ...refund,
              balance_transaction: moved('txn_3', -92, 0),
              failure_balance_transaction: moved('txn_4', 92, 0),
            },
            { ...refund, id: 're_2', balance_transaction: null },
          ],
        },
      },
    })
    const found = await stripe.fetchPayment('cs_test_1')
    const payment = found.outcome === 'payment' ? found.payment : null
    expect(payment?.payerCountry).toBe('BE')
    const movedAt = new Date('2026-01-01T00:01:00Z')
    const euros = { feeCurrency: 'EUR', currency: 'EUR' }
    const dollars = { movedAt, currency: 'USD' }
    const settled = (feeCents: number, netCents: number) => ({ ...euros, feeCents, netCents })
    expect(payment?.movements).toEqual([
      { ...dollars, reference: 'ch_1', kind: 'sale', grossCents: 999, settled: settled(57, 862) },
      { ...dollars, reference: 're_1', kind: 'refund', grossCents: -100, settled: settled(0, -92) },
      { ...dollars, reference: 'txn_4', kind: 'refund', grossCents: 100, settled: settled(0, 92) },
      {
        ...dollars,
        reference: 'txn_1',
        kind: 'dispute',
        grossCents: -999,
        settled: settled(2000, -2919),
      },
      {
        ...dollars,
        reference: 'txn_2',
        kind: 'dispute_won',
        grossCents: 999,
        settled: settled(0, 919),
      },
    ])
  })

  it('is not found when Stripe has none', async () => {
    const { stripe } = await stripeThatSays({})
    expect(await stripe.fetchPayment('cs_test_1')).toEqual({ outcome: 'not_found' })
    expect(await stripe.findOrderId('pi_1')).toEqual({ outcome: 'not_found' })
  })

  it('is unavailable while Stripe refuses the call', async () => {
    const refusal = { error: { type: 'invalid_request_error' } }
    const { stripe } = await stripeThatSays({
      [sessionPath]: refusal,
      '/v1/payment_intents/pi_1': refusal,
    })
    expect(await stripe.fetchPayment('cs_test_1')).toMatchObject({ outcome: 'unavailable' })
    expect(await stripe.findOrderId('pi_1')).toMatchObject({ outcome: 'unavailable' })
  })

  it('is unavailable without its disputes', async () => {
    const { stripe } = await stripeThatSays({ [sessionPath]: session() })
    expect(await stripe.fetchPayment('cs_test_1')).toMatchObject({ outcome: 'unavailable' })
  })
})

describe('an answer that Stripe would not give', () => {
  it.each([null, 5, 'a word', [], {}])('%o is a value, and ends nothing', async (body) => {
    const paths = [sessionPath, '/v1/payment_intents/pi_1', '/v1/checkout/sessions']
    const { stripe } = await stripeThatSays(Object.fromEntries(paths.map((path) => [path, body])))
    const outcomes = await Promise.all([
      stripe.fetchPayment('cs_test_1'),
      stripe.findOrderId('pi_1'),
      stripe.openSession(checkoutRequest),
    ])
    for (const { outcome } of outcomes) {
      expect(['unavailable', 'unreadable', 'refused']).toContain(outcome)
    }
  })
})

describe('the amount withdrawn by disputes', () => {
  it.each([
    ['needs_response', { disputed: 999, isDisputeOpen: true }],
    ['under_review', { disputed: 999, isDisputeOpen: true }],
    ['appeal_needs_response', { disputed: 999, isDisputeOpen: true }],
    ['appeal_under_review', { disputed: 999, isDisputeOpen: true }],
    ['lost', { disputed: 999, isDisputeOpen: false }],
    ['won', { disputed: 0, isDisputeOpen: false }],
    ['warning_needs_response', { disputed: 0, isDisputeOpen: false }],
    ['warning_under_review', { disputed: 0, isDisputeOpen: false }],
    ['warning_closed', { disputed: 0, isDisputeOpen: false }],
    ['prevented', { disputed: 0, isDisputeOpen: false }],
  ])('by one that is %s', async (status, expected) => {
    expect(await readDisputed([dispute({ status })])).toMatchObject(expected)
  })

  it('by a prevented one is the movement on the account', async () => {
    const movements = [{ amount: -999 }]
    const prevented = dispute({ status: 'prevented', balance_transactions: movements })
    expect(await readDisputed([prevented])).toMatchObject({ disputed: 999 })
    movements.push({ amount: 999 })
    expect(await readDisputed([prevented])).toMatchObject({ disputed: 0 })
  })

  it('by several is their sum, or all when one is in another currency', async () => {
    const [part, foreign] = [dispute({ amount: 300 }), dispute({ amount: 7, currency: 'jpy' })]
    expect(await readDisputed([part, part])).toMatchObject({ disputed: 600 })
    expect(await readDisputed([foreign])).toMatchObject({ disputed: 999 })
  })

  it('is read without what is only shown, and in whole units of a currency without cents', async () => {
    const strange = { created: 'today', reason: null, evidence_details: 7, currency: 'jpy' }
    const { stripe, stop } = await stripeThatSays({
      [sessionPath]: session(),
      '/v1/disputes': { object: 'list', data: [dispute({ ...strange, status: 'needs_response' })] },
    })
    expect(await stripe.fetchPayment('cs_test_1')).toMatchObject({
      payment: {
        refundsAndDisputes: { disputed: 999 },
        disputes: [
          { openedAt: expect.any(Date), reason: null, answerBy: null, amountCents: 99_900 },
        ],
      },
    })
    await stop()
  })

  function dispute(changes: object) {
    return {
      id: 'du_1',
      created: 1_767_225_600,
      reason: 'fraudulent',
      evidence_details: { due_by: 1_768_000_000 },
      amount: 999,
      currency: 'usd',
      status: 'lost',
      balance_transactions: [],
      ...changes,
    }
  }

  async function readDisputed(disputes: readonly object[]) {
    const { stripe, stop } = await stripeThatSays({
      [sessionPath]: session(),
      '/v1/disputes': { object: 'list', data: disputes },
    })
    const found = await stripe.fetchPayment('cs_test_1')
    await stop()
    return found.outcome === 'payment' ? found.payment.refundsAndDisputes : found
  }
})

describe('the list of finished sessions', () => {
  const since = new Date('2026-11-21T12:00:00.900Z')
  const path = '/v1/checkout/sessions'
  const first = { sessionId: 'cs_test_1', orderId: 'order', isPaid: true }
  const page = (data: readonly unknown[], hasMore = true) => ({
    object: 'list',
    data,
    has_more: hasMore,
  })

  it('is read page by page, newest first', async () => {
    const unpaid = session({ id: 'cs_test_2', payment_status: 'unpaid' })
    const pages = [page([session()]), page([unpaid], false)]
    const { stripe, requests } = await stripeThatSays({ [path]: () => pages.shift() })
    expect(await stripe.listFinished(since, () => true)).toEqual({
      sessions: [first, { sessionId: 'cs_test_2', orderId: 'order', isPaid: false }],
      gap: null,
    })
    expect(requests).toHaveLength(2)
    const away = await stripe.listFinished(since, () => true)
    expect(away).toEqual({ sessions: [], gap: expect.any(String) })
  })

  it('has the readable sessions next to unreadable ones, in any payment state', async () => {
    const strange = session({ id: 'cs_test_3', payment_status: 'in_shells' })
    const pages = [page([null, { id: 7 }, session()]), page([strange], false)]
    const { stripe } = await stripeThatSays({ [path]: () => pages.shift() })
    expect(await stripe.listFinished(since, () => true)).toEqual({
      sessions: [first, { sessionId: 'cs_test_3', orderId: 'order', isPaid: true }],
      gap: 'list-sessions: 2 unreadable',
    })
  })

  it('continues after the last session, also after an unreadable one', async () => {
    const pages = [page([session(), { id: 'cs_test_odd' }]), page([], false)]
    const { stripe, requests } = await stripeThatSays({ [path]: () => pages.shift() })
    expect(await stripe.listFinished(since, () => true)).toMatchObject({ sessions: [first] })
    expect(requests).toHaveLength(2)
  })

  it.each([
    ['is 50 pages at most', () => true, 50],
    ['ends with the time for it', () => false, 0],
  ])('%s, and says so', async (_, hasTime, pages) => {
    const { stripe, requests } = await stripeThatSays({ [path]: page([session()]) })
    const { sessions, gap } = await stripe.listFinished(since, hasTime)
    expect([sessions.length, requests.length]).toEqual([pages, pages])
    expect(gap).not.toBeNull()
  })
})

describe('the end of a session', () => {
  it('is the state that Stripe answers', async () => {
    const unpaid = { status: 'expired', payment_status: 'unpaid', payment_intent: null }
    const { stripe, requests } = await stripeThatSays({
      [`${sessionPath}/expire`]: session(unpaid),
    })
    expect(await stripe.endSession('cs_test_1')).toMatchObject({ payment: { status: 'expired' } })
    expect(requests).toEqual([`POST ${sessionPath}/expire`])
    expect(await stripe.endSession('cs_test_2')).toEqual({ outcome: 'not_found' })
  })

  it.each([
    ['paid', {}],
    // Its buyer is on their bank's page at the moment.
    ['open', { status: 'open', payment_status: 'unpaid' }],
  ])('does not come when Stripe refuses it: %s', async (status, changes) => {
    const refusal = { error: { type: 'invalid_request_error', message: 'only open ones' } }
    const { stripe } = await stripeThatSays({
      [`${sessionPath}/expire`]: refusal,
      [sessionPath]: session(changes),
      '/v1/disputes': { object: 'list', data: [] },
    })
    expect(await stripe.endSession('cs_test_1')).toMatchObject({ payment: { status } })
  })
})

describe('the address of the payment page', () => {
  it.each([
    'https://evil.example/pay',
    'https://checkout.stripe.com.evil.example/c/pay',
    'http://checkout.stripe.com/c/pay',
    'https://checkout.stripe.com/c/pay',
    'javascript:alert(1)',
    null,
  ])('is not %s with a fake', async (url) => {
    const { stripe } = await stripeThatSays({ '/v1/checkout/sessions': session({ url }) })
    expect(await stripe.openSession(checkoutRequest)).toMatchObject({ outcome: 'refused' })
  })

  it('belongs to the called host', async () => {
    const answers: Record<string, unknown> = {}
    const { stripe, apiOrigin } = await stripeThatSays(answers)
    answers['/v1/checkout/sessions'] = session({ url: `${apiOrigin}/c/pay/cs_test_1` })
    expect(await stripe.openSession(checkoutRequest)).toEqual({
      outcome: 'opened',
      session: { sessionId: 'cs_test_1', url: `${apiOrigin}/c/pay/cs_test_1` },
    })
  })
})
