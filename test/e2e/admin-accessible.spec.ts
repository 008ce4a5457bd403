import type { Page } from '@playwright/test'
import { buyers, offers, owner, test } from './admin-area.ts'
import { expectNoViolations } from './axe.ts'
import { chooseLanguage } from './buyer.ts'
import { expect } from './fixtures.ts'

for (const language of ['fr', 'ru'] as const) {
  test.describe(`axe in ${language}`, () => {
    test.use({ expectedTroubles: [/403/] })

    test('finds nothing at the lock and in the overview', async ({ page, context, product }) => {
      await chooseLanguage(context, product.origin, language)
      const { words, code, unlock, sees } = owner(page, language)
      await page.goto('/admin?section=overview')
      await code.fill('wrong')
      await code.press('Enter')
      await expect(code).toHaveAccessibleDescription(words('admin_code_wrong'))
      await expectNoViolations(page, 'locked')
      await unlock()
      await sees('admin_money')
      await expectNoViolations(page, 'overview')
    })

    test('finds nothing where one works', async ({ page, context, product }) => {
      const shop = buyers(product)
      await shop.order('axe', offers.axe)
      await shop.order('axe-2', offers.axe)
      const transactionId = await shop.pay(offers.axe)
      await chooseLanguage(context, product.origin, language)
      const { words, open, order } = owner(page, language)
      await open('/admin?section=orders')
      await expect(order('axe-2').first()).toBeVisible()
      await expectNoViolations(page, 'orders as a table')
      await page.setViewportSize({ width: 320, height: 800 })
      await expect(page.getByRole('list', { name: words('admin_orders') })).toBeVisible()
      await expectNoViolations(page, 'orders as cards')
      await expectNoSideways(page, 'orders')
      await page.goto('/admin?section=inbox')
      const payment = page.getByRole('article').filter({ hasText: transactionId })
      await payment.getByText(words('admin_resolve_title')).click()
      await expectNoViolations(page, 'inbox')
      await expectNoSideways(page, 'inbox')
      await payment.getByRole('button', { name: /axe/ }).first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectNoViolations(page, 'the question before a payment is given away')
    })
  })
}

async function expectNoSideways(page: Page, place: string): Promise<void> {
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft(excess, place).toBeLessThanOrEqual(0)
}
