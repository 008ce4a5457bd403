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
  test.use({ expectedErrors: [/ERR_FAILED/] })

  test.beforeEach(async ({ page }) => {
    await page.route('**/api/auth/sign-in/social', (route) => route.abort())
    await page.clock.install()
    await page.goto('/')
    await stopTime(page)
  })

  test('goes by itself after 4 seconds', async ({ page }) => {
    await causeMessage(page)
    await expect(messages(page)).toHaveCount(1)
    await page.clock.runFor(3000)
    await expect(messages(page)).toHaveCount(1)
    await page.clock.runFor(1100 + fadingMs)
    await expect(messages(page)).toHaveCount(0)
  })

  test('stays while someone points at it', async ({ page }) => {
    await causeMessage(page)
    await messages(page).hover()
    await page.clock.runFor(20_000)
    await expect(messages(page)).toHaveCount(1)
    await page.mouse.move(10, 300)
    await page.clock.runFor(4100 + fadingMs)
    await expect(messages(page)).toHaveCount(0)
  })

  test('is closed by keyboard, and waits for it', async ({ page }) => {
    await causeMessage(page)
    await page.keyboard.press('Shift+Tab')
    const close = toasts(page, french).getByRole('button', { name: 'Fermer' })
    await close.focus()
    await page.clock.runFor(20_000)
    await close.press('Enter')
    await page.clock.runFor(fadingMs)
    await expect(messages(page)).toHaveCount(0)
  })

  test('is one of at most three that cover the page, and the others follow', async ({ page }) => {
    for (let count = 1; count <= 5; count += 1) {
      await causeMessage(page)
      await expect(messages(page)).toHaveCount(Math.min(count, 3))
    }
    const close = toasts(page, french).getByRole('button', { name: 'Fermer' })
    await close.first().press('Enter')
    await page.clock.runFor(fadingMs)
    await expect(close.nth(1)).toBeFocused()
    await expect(messages(page)).toHaveCount(3)
  })

  test('passes its focus on when a newer one replaces it', async ({ page }) => {
    for (let count = 1; count <= 3; count += 1) await causeMessage(page)
    const close = toasts(page, french).getByRole('button', { name: 'Fermer' })
    // It stays half faded out while the time is stopped, and cannot get the focus.
    await close.nth(1).press('Enter')
    await close.first().focus()
    for (let newer = 1; newer <= 2; newer += 1) {
      await signInButton(page).evaluate((button: HTMLElement) => button.click())
      await expect(signInButton(page)).toBeEnabled()
      await expect(messages(page)).toHaveCount(4)
    }
    await expect(close.nth(1)).toBeFocused()
  })

  test('is within an open dialog, around which all is silent, and can be closed there', async ({
    page,
  }) => {
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
  const events = page.waitForResponse('**/api/events')
  await page.goto('/rules')
  await events
  await buy(product)
  await expect(toasts(page, words)).toContainText('New Purchase')
  await expect(toasts(page, words)).toContainText(words('toast_purchase_text'))
})

/** A press that our server does not answer. */
async function causeMessage(page: Page): Promise<void> {
  await signInButton(page).press('Enter')
  // From the fourth message on, nothing else shows that another one arrived.
  await expect(signInButton(page)).toBeEnabled()
  await expect(messages(page).first()).toBeVisible()
}

function signInButton(page: Page) {
  return bar(page, french).getByRole('button', { name: 'Connexion' })
}

function messages(page: Page) {
  return toasts(page, french).getByRole('listitem').filter({ hasText: 'Une erreur est survenue' })
}

async function buy(product: RunningProduct): Promise<void> {
  const visitor = createVisitor(product.origin)
  const orderId = await openOrder(visitor)
  await createSandboxControl(product.sandboxOrigin).decide(
    await startPayment(visitor, orderId),
    'pay',
  )
  const { body } = await visitor.post(`/api/orders/${orderId}/capture`, {})
  expect(body).toMatchObject({ status: 'settled' })
}
