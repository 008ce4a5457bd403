import type { Page } from '@playwright/test'
import { removeAfterDismissalMs } from '#web/app/toasts.ts'
import { openOrder, startPayment } from '#test/factories/checkout.ts'
import type { RunningProduct } from '#test/product.ts'
import { createSandboxControl } from '#test/sandbox-control.ts'
import { createVisitor } from '#test/visitor.ts'
import { chooseLanguage } from './buyer.ts'
import { expect, test } from './fixtures.ts'
import { bar, menu, toasts } from './frame-parts.ts'
import { stopTime } from './page-clock.ts'
import { wordsOf } from './words.ts'

const french = wordsOf('fr')
/** How long a message stays before it disappears. */
const fadingMs = removeAfterDismissalMs

test.describe('a message', () => {
  test.use({ expectedErrors: [/ERR_FAILED|503/] })

  test('is shown once, however often its cause is repeated, and goes by itself', async ({
    page,
  }) => {
    await openHome(page)
    await causeMessage(page)
    await page.clock.runFor(3000)
    await causeMessage(page)
    await causeMessage(page)
    await expect(messages(page)).toHaveCount(1)
    await page.clock.runFor(3000)
    await expect(messages(page)).toHaveCount(1)
    await page.clock.runFor(1100 + fadingMs)
    await expect(messages(page)).toHaveCount(0)
  })

  test('stays while someone points at it', async ({ page }) => {
    await openHome(page)
    await causeMessage(page)
    await messages(page).hover()
    await page.clock.runFor(20_000)
    await expect(messages(page)).toHaveCount(1)
    await page.mouse.move(10, 300)
    await page.clock.runFor(4100 + fadingMs)
    await expect(messages(page)).toHaveCount(0)
  })

  test('waits for the keyboard, is closed by it, and passes its focus on', async ({ page }) => {
    await openHome(page)
    await causeMessage(page)
    await page.route('**/api/auth/sign-in/social', (route) =>
      route.fulfill({ status: 503, json: { code: 'database_unavailable' } }),
    )
    await signInButton(page).press('Enter')
    await expect(messages(page)).toHaveCount(2)
    const close = toasts(page, french).getByRole('button', { name: 'Fermer' })
    await page.keyboard.press('Shift+Tab')
    await close.first().focus()
    await page.clock.runFor(20_000)
    await close.first().press('Enter')
    await page.clock.runFor(fadingMs)
    await expect(messages(page)).toHaveCount(1)
    await expect(close).toBeFocused()
    await close.press('Enter')
    await page.clock.runFor(fadingMs)
    await expect(messages(page)).toHaveCount(0)
  })

  test('is within an open dialog, around which all is silent, and can be closed there', async ({
    page,
  }) => {
    await openHome(page)
    await page.setViewportSize({ width: 390, height: 800 })
    await bar(page, french)
      .getByRole('button', { name: french('nav_menu') })
      .click()
    const dialog = menu(page, french)
    const message = toasts(page, french)
    await dialog.getByRole('button', { name: 'Connexion' }).click()
    await expect(dialog.getByRole('region').getByRole('listitem')).toHaveCount(1)
    await message.getByRole('button', { name: 'Fermer' }).click()
    await page.clock.runFor(fadingMs)
    await expect(messages(page)).toHaveCount(0)

    await dialog.getByRole('button', { name: 'Connexion' }).click()
    await expect(messages(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(messages(page)).toBeVisible()
  })
})

test('a purchase is announced on every open page', async ({ page, context, product }) => {
  const words = wordsOf('en')
  await chooseLanguage(context, product.origin, 'en')
  const events = page.waitForResponse('**/api/events*')
  await page.goto('/rules')
  await events
  await buy(product)
  await expect(toasts(page, words)).toContainText('New Purchase')
  await expect(toasts(page, words)).toContainText(words('toast_purchase_donation'))
})

/** The home page in stopped time. */
async function openHome(page: Page): Promise<void> {
  await page.route('**/api/auth/sign-in/social', (route) => route.abort())
  await page.clock.install()
  await page.goto('/')
  await stopTime(page)
}

/** A press that our server does not answer. */
async function causeMessage(page: Page): Promise<void> {
  await signInButton(page).press('Enter')
  // From the second time on, nothing else shows that it failed again.
  await expect(signInButton(page)).toBeEnabled()
  await expect(messages(page).first()).toBeVisible()
}

function signInButton(page: Page) {
  return bar(page, french).getByRole('button', { name: 'Connexion' })
}

function messages(page: Page) {
  return toasts(page, french).getByRole('listitem')
}

async function buy(product: RunningProduct): Promise<void> {
  const visitor = createVisitor(product.origin)
  const orderId = await openOrder(visitor)
  await createSandboxControl(product.sandboxOrigin).decide(
    await startPayment(visitor, orderId),
    'pay',
  )
  const { body } = await visitor.post(`/api/orders/${orderId}/capture`, {})
  expect(body).toMatchObject({ status: 'paid' })
}
