import { createSandboxControl } from '../sandbox-control.ts'
import { shopper } from './buyer.ts'
import { expect, test } from './fixtures.ts'

// Faults of the sandbox meet whoever comes first, so these journeys take turns.
test.describe.configure({ mode: 'serial' })

for (const kind of ['webhook-first', 'webhook-twice', 'webhook-lost']) {
  test(`a purchase with ${kind} ends well`, async ({ page, product }) => {
    const buyer = shopper(page, 'fr')
    await buyer.openOrder()
    await createSandboxControl(product.sandboxOrigin).fail({ provider: 'paypal', kind })
    await buyer.pay()
  })
}

test.describe('Discord is down', () => {
  test('a purchase goes through all the same', async ({ page, product }) => {
    const sandbox = createSandboxControl(product.sandboxOrigin)
    await sandbox.fail({ provider: 'discord', kind: '500', times: 3, path: '/api/webhooks' })
    const buyer = shopper(page, 'fr')
    await buyer.openOrder()
    await buyer.pay()
  })
})

test.describe('PayPal does not answer', () => {
  test.use({ expectedTroubles: [/503/] })

  test('when the money is taken: the page keeps looking and finds it', async ({
    page,
    product,
  }) => {
    const buyer = shopper(page, 'fr')
    await buyer.openOrder()
    await createSandboxControl(product.sandboxOrigin).fail({
      provider: 'paypal',
      kind: 'reset',
      path: '/v2/checkout/orders/*/capture',
    })
    await buyer.pay()
  })

  test('when its order is made: nothing is charged, and the button stays', async ({
    page,
    product,
  }) => {
    const buyer = shopper(page, 'fr')
    await buyer.openOrder()
    await expect(buyer.paypalButton()).toBeVisible()
    // Not once only: each minute the server looks at what other journeys left open.
    const sandbox = createSandboxControl(product.sandboxOrigin)
    await sandbox.fail({
      provider: 'paypal',
      kind: '500',
      times: 1000,
      path: '/v2/checkout/orders',
    })
    const opened = page.waitForEvent('popup')
    await buyer.paypalButton().click()
    await buyer.sees('checkout_provider_unavailable')
    // The next press must not be given this window.
    const left = await opened
    await expect.poll(() => left.isClosed()).toBe(true)
    await sandbox.clearFaults()
    await buyer.pay()
  })
})
