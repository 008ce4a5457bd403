import { expect, test } from 'vitest'
import { createFaults } from '#sandbox/faults.ts'
import { createLog } from '#sandbox/log.ts'
import { createSession } from './create-session.ts'
import { createFakeStripe } from './fake-stripe.ts'
import { expireDue } from './expire-session.ts'

const form =
  'mode=payment&line_items[0][price_data][currency]=usd&line_items[0][price_data][unit_amount]=499&line_items[0][price_data][product_data][name]=500 Kr&line_items[0][quantity]=1&success_url=https://shop.example'
const secondsOfADay = 24 * 60 * 60

test('a session lives a day, or as long as requested', async () => {
  const origin = 'http://127.0.0.1:9'
  const context = { origin, productOrigin: origin, log: createLog(), faults: createFaults() }
  const fake = createFakeStripe(context)
  const now = Math.floor(Date.now() / 1000)
  for (const body of [form, `${form}&expires_at=${now + 3600}`]) {
    expect(createSession(fake, body)).toMatchObject({ ok: true })
  }
  const states = () => [...fake.state.sessions.values()].map(({ status }) => status)
  await expireDue(fake, now + 3599)
  expect(states()).toEqual(['open', 'open'])
  await expireDue(fake, now + 3601)
  expect(states()).toEqual(['open', 'expired'])
  await expireDue(fake, now + secondsOfADay + 5)
  expect(states()).toEqual(['expired', 'expired'])
  fake.webhooks.reset()
})
