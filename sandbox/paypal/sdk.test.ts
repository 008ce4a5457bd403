import { loadScript } from '@paypal/paypal-js'
import { expect, test, vi } from 'vitest'
import { stubPage } from '#sandbox/testing/browser.ts'
import { startFixture } from '#sandbox/testing/product.ts'

const clientId = 'sandbox-paypal-client'

/** Loads the sandbox's script with PayPal's own loader. */
async function loadPayPal(options: { components?: string; clientId?: string } = {}) {
  const fixture = await startFixture()
  const page = stubPage(['#pay'])
  const paypal = await loadScript({
    clientId,
    components: 'buttons,hosted-buttons',
    currency: 'EUR',
    disableFunding: 'card,paylater',
    sdkBaseUrl: `${fixture.origin}/sdk/js`,
    ...options,
  })
  if (!paypal) throw new Error('the loader saw no page')
  return { fixture, page, paypal, press: () => page.containers['#pay']?.children[0]?.click() }
}

function callbacks() {
  return { onApprove: vi.fn(), onCancel: vi.fn(), onError: vi.fn() }
}

async function renderButton() {
  const loaded = await loadPayPal()
  const calls = callbacks()
  const createOrder = vi.fn(async () => 'ORDER1')
  await loaded.paypal.Buttons?.({ createOrder, ...calls }).render('#pay')
  loaded.press()
  await expect
    .poll(() => loaded.page.popups[0]?.location.href)
    .toContain('/checkoutnow?token=ORDER1')
  const say = (outcome: string, origin = loaded.fixture.origin, popup = 0) =>
    loaded.page.say(loaded.page.popups[popup], origin, {
      type: 'paypal-sandbox',
      outcome,
      payerId: 'PAYER1',
    })
  return { ...loaded, ...calls, createOrder, say }
}

test('PayPal’s loader can load the script', async () => {
  const { fixture, page, paypal } = await loadPayPal()
  expect(page.scripts.map(({ src }) => src)).toEqual([
    `${fixture.origin}/sdk/js?client-id=${clientId}&components=buttons,hosted-buttons&currency=EUR&disable-funding=card,paylater`,
  ])
  expect(paypal.Buttons).toBeTypeOf('function')
  expect(paypal).toHaveProperty('HostedButtons')
})

test('only the requested components exist', async () => {
  const { paypal } = await loadPayPal({ components: 'hosted-buttons' })
  expect(paypal).toHaveProperty('HostedButtons')
  expect(paypal).not.toHaveProperty('Buttons')
})

test.each([{ clientId: 'unknown' }, { components: 'magic' }])('%j is refused', async (options) => {
  await expect(loadPayPal(options)).rejects.toThrow('failed to load')
})

test('the button is called PayPal, and opens its window within the click', async () => {
  const { page, paypal, press } = await loadPayPal()
  const createOrder = () => new Promise<string>(() => {})
  await paypal.Buttons?.({ createOrder, onApprove: async () => {} }).render('#pay')
  expect(page.containers['#pay']?.children[0]?.textContent).toBe('PayPal')
  press()
  expect(page.popups).toHaveLength(1)
})

test('an approval is reported once, with order and payer', async () => {
  const { say, onApprove, onCancel, page } = await renderButton()
  say('approved')
  await expect.poll(() => onApprove.mock.calls.length).toBe(1)
  expect(onApprove.mock.calls[0]?.[0]).toMatchObject({ orderID: 'ORDER1', payerID: 'PAYER1' })
  expect(page.popups[0]?.closed).toBe(true)
  expect(onCancel).not.toHaveBeenCalled()
})

test('a foreign window cannot approve', async () => {
  const { say, onApprove, onCancel } = await renderButton()
  say('approved', 'https://evil.example')
  say('cancelled')
  await expect.poll(() => onCancel.mock.calls.length).toBe(1)
  expect(onApprove).not.toHaveBeenCalled()
})

test('cancelling and closing the window both cancel', async () => {
  const cancelled = await renderButton()
  cancelled.say('cancelled')
  await expect.poll(() => cancelled.onCancel.mock.calls.length).toBe(1)
  const closed = await renderButton()
  closed.page.popups[0]?.close()
  await expect.poll(() => closed.onCancel.mock.calls.length).toBe(1)
})

test('restart opens the same order again', async () => {
  const { say, onApprove, createOrder, page } = await renderButton()
  onApprove.mockImplementationOnce((_data, actions) => actions.restart())
  say('approved')
  await expect.poll(() => page.popups[1]?.location.href).toContain('/checkoutnow?token=ORDER1')
  say('approved', undefined, 1)
  await expect.poll(() => onApprove.mock.calls.length).toBe(2)
  expect(createOrder).toHaveBeenCalledTimes(1)
})

test('a failing createOrder closes the window and is an error', async () => {
  const { page, paypal, press } = await loadPayPal()
  const { onApprove, onError } = callbacks()
  const createOrder = () => Promise.reject(new Error('no order'))
  await paypal.Buttons?.({ createOrder, onApprove, onError }).render('#pay')
  press()
  await expect.poll(() => onError.mock.calls.length).toBe(1)
  expect(page.popups[0]?.closed).toBe(true)
})

test('a hosted button opens its own page, and reads only the id of its options', async () => {
  const { fixture, page, paypal, press } = await loadPayPal()
  const read: PropertyKey[] = []
  const options = new Proxy(
    { hostedButtonId: 'KRYPTOPQ01M00', ...callbacks() },
    {
      get(target, name) {
        read.push(name)
        return Reflect.get(target, name)
      },
    },
  )
  // PayPal's types lack hosted buttons.
  const HostedButtons: unknown = Reflect.get(paypal, 'HostedButtons')
  if (typeof HostedButtons !== 'function') throw new Error('no hosted buttons')
  await HostedButtons(options).render('#pay')
  press()
  expect(page.popups[0]?.location.href).toBe(`${fixture.origin}/ncp/payment/KRYPTOPQ01M00`)
  expect(read).toEqual(['hostedButtonId'])
})

test('the script runs on pages of other origins and under a strict policy', async () => {
  const { origin } = await startFixture()
  const response = await fetch(`${origin}/sdk/js?client-id=${clientId}`)
  expect(response.headers.get('content-type')).toContain('javascript')
  expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(await response.text()).not.toMatch(
    /\beval\(|new Function|innerHTML|'style'|document\.write/,
  )
})
