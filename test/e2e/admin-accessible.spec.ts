import { buyers, offers, owner, test } from './admin-area.ts'
import { expectNoViolations } from './axe.ts'
import { chooseLanguage } from './buyer.ts'
import { expect } from './fixtures.ts'
import { expectWordsToFit } from './measures.ts'

test.use({ expectedErrors: [/403/] })

test('axe finds nothing on the unlock dialog, the overview and the sections', async ({
  page,
  context,
  product,
}) => {
  const shop = buyers(product)
  await shop.order('axe', offers.axe)
  await shop.order('axe-2', offers.axe)
  const transactionId = await shop.pay(offers.axe)
  await chooseLanguage(context, product.origin, 'ru')
  const { words, code, unlock, sees, order } = owner(page, 'ru')
  await page.goto('/admin?section=overview')
  await code.fill('wrong')
  await code.press('Enter')
  await expect(code).toHaveAccessibleDescription(words('admin_code_wrong'))
  await expectNoViolations(page, 'locked')
  await unlock()
  await sees('admin_money')
  await expectNoViolations(page, 'overview')

  await page.goto('/admin?section=orders&unpaid=true')
  await expect(order('axe-2').first()).toBeVisible()
  await expectNoViolations(page, 'orders as a table')
  await page.setViewportSize({ width: 320, height: 800 })
  await expect(page.getByRole('list', { name: words('admin_orders') })).toBeVisible()
  await expectNoViolations(page, 'orders as cards')
  await expectWordsToFit(page, 'orders', [320])

  await page.goto('/admin?section=inbox')
  const payment = page.getByRole('article').filter({ hasText: transactionId })
  await payment.getByText(words('admin_resolve_title')).click()
  await expectNoViolations(page, 'inbox')
  await expectWordsToFit(page, 'inbox', [320])
  await payment.getByRole('button', { name: /axe/ }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoViolations(page, 'the question before a payment is given away')
})

test('the sections are one row, which scrolls to the open one on a phone', async ({ page }) => {
  const { words, open } = owner(page)
  await open('/admin?section=log')
  const tabs = page.getByRole('navigation', { name: words('admin_sections') }).getByRole('link')
  const tops = () =>
    tabs.evaluateAll((links) => new Set(links.map((link) => link.getBoundingClientRect().top)).size)
  await expect(tabs.first()).toBeInViewport({ ratio: 1 })
  await expect(tabs.last()).toBeInViewport({ ratio: 1 })
  expect(await tops()).toBe(1)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await expect(tabs.first()).not.toBeInViewport()
  await expect(tabs.last()).toBeInViewport({ ratio: 1 })
  expect(await tops()).toBe(1)
  await expectNoViolations(page, 'log on a phone')
})
