import { expect, test } from 'vitest'
import { startStripeFixture } from '#sandbox/testing/stripe-client.ts'

async function press(url: string | null, outcome: string): Promise<Response> {
  return fetch(String(url), {
    method: 'POST',
    body: new URLSearchParams({ outcome }),
    redirect: 'manual',
  })
}

test('the page shows the payment and its buttons, and allows the redirects back', async () => {
  const { open, product } = await startStripeFixture()
  const nasty = '<img src=x onerror=alert(1)>'
  const product_data = { name: nasty }
  const item = { price_data: { currency: 'usd', unit_amount: 1250, product_data }, quantity: 2 }
  const { url } = await open({ line_items: [item] })
  const response = await fetch(String(url))
  const page = await response.text()
  expect(page).toContain('25.00 USD')
  expect(page).toContain('&lt;img src=x')
  expect(page).not.toContain(nasty)
  const labels = [...page.matchAll(/<button[^>]*>([^<]+)<\/button>/g)].map((match) => match[1])
  expect(labels).toEqual(['Pay', 'Pay later', 'Decline', 'Cancel'])
  const policy = response.headers.get('content-security-policy')
  expect(policy).toContain(`form-action 'self' ${product.origin}`)
})

test.each([
  ['pay', 'paid'],
  ['pay-later', 'unpaid'],
])('%s leads to the success page with the id of the session', async (outcome, paymentStatus) => {
  const { stripe, open, product } = await startStripeFixture()
  const { id, url } = await open()
  const answer = await press(url, outcome)
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe(`${product.origin}/done?session_id=${id}`)
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
    status: 'complete',
    payment_status: paymentStatus,
  })
})

test('only the literal placeholder is replaced, not one that was encoded', async () => {
  const { open } = await startStripeFixture()
  const address = new URL('https://shop.example/done')
  address.searchParams.set('session_id', '{CHECKOUT_SESSION_ID}')
  const { url } = await open({ success_url: address.href })
  expect((await press(url, 'pay')).headers.get('location')).toBe(address.href)
})

test('a declined card leaves the page open for another try', async () => {
  const { stripe, open } = await startStripeFixture()
  const { id, url } = await open()
  const declined = await press(url, 'decline')
  expect(declined.status).toBe(200)
  expect(await declined.text()).toContain('Your card was declined.')
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open' })
  expect((await press(url, 'pay')).status).toBe(303)
})

test('cancelling leads back, and the session can still be paid', async () => {
  const { open, product } = await startStripeFixture()
  const { url } = await open()
  expect((await press(url, 'cancel')).headers.get('location')).toBe(`${product.origin}/packs`)
  expect((await press(url, 'pay')).status).toBe(303)
})

test('a session that is closed cannot be paid again', async () => {
  const { stripe, open, decide, product } = await startStripeFixture()
  const paid = await open()
  await press(paid.url, 'pay')
  expect(await (await press(paid.url, 'pay')).text()).toContain('all done')
  expect(await (await fetch(String(paid.url))).text()).toContain('all done')
  const expired = await open()
  await decide(expired.id, 'expire')
  expect(await (await press(expired.url, 'pay')).text()).toContain('expired')
  await product.waitFor('checkout.session.expired')
  expect(product.received('payment_intent.succeeded')).toHaveLength(1)
  const sessions = await stripe.checkout.sessions.list({ status: 'complete' })
  expect(sessions.data.map(({ id }) => id)).toEqual([paid.id])
})

test('an unknown checkout and an unknown button do nothing', async () => {
  const { open, origin } = await startStripeFixture()
  expect((await fetch(`${origin}/c/pay/cs_none`)).status).toBe(404)
  expect((await press(`${origin}/c/pay/cs_none`, 'pay')).status).toBe(404)
  const { url } = await open()
  expect(await (await press(url, 'steal')).text()).toContain('Choose one')
})
