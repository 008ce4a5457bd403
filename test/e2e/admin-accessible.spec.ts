import { buyers, offers, owner, test } from './admin-area.ts'
import { expectNoViolations } from './axe.ts'
import { chooseLanguage } from './buyer.ts'
import { expect } from './fixtures.ts'
import { expectWordsToFit } from './measures.ts'

test.use({ expectedErrors: [/403/] })

test('axe finds nothing on the unlock dialog, today and the sections', async ({
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
  // The name that the section had before.
  await page.goto('/admin?section=overview')
  await code.fill('wrong')
  await code.press('Enter')
  await expect(code).toHaveAccessibleDescription(words('admin_code_wrong'))
  await expectNoViolations(page, 'locked')
  await unlock()
  await sees('admin_money')
  await expectNoViolations(page, 'today')

  await page.goto('/admin?section=orders&unpaid=true')
  await expect(order('axe-2').first()).toBeVisible()
  await expectNoViolations(page, 'orders as a table')
  await page.setViewportSize({ width: 320, height: 800 })
  await expect(page.getByRole('list', { name: words('admin_orders') })).toBeVisible()
  await expectNoViolations(page, 'orders as cards')
  await expectWordsToFit(page, 'orders', [320])

  await page.goto('/admin?section=people')
  await sees('admin_people_add_title')
  await expectNoViolations(page, 'people')
  await expectWordsToFit(page, 'people', [320])

  await page.goto('/admin?section=inbox')
  const payment = page.getByRole('article').filter({ hasText: transactionId })
  await payment.getByText(words('admin_resolve_title')).click()
  await expectNoViolations(page, 'inbox')
  await expectWordsToFit(page, 'inbox', [320])
  await payment.getByRole('button', { name: /axe/ }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoViolations(page, 'the question before a payment is given away')
})

test('the sections are in groups, and one menu on a phone', async ({ page }) => {
  const { words, open } = owner(page)
  await open('/admin?section=log')
  const sections = page.getByRole('navigation', { name: words('admin_sections') })
  const log = sections.getByRole('link', { name: words('admin_kr_log') })
  await expect(log).toHaveAttribute('aria-current', 'page')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(log).toBeHidden()
  await sections.getByText(words('admin_menu')).click()
  await expect(log).toHaveAttribute('aria-current', 'page')
  await expectNoViolations(page, 'the menu of a phone')
  await expectWordsToFit(page, 'the menu of a phone', [320])
  await sections.getByRole('link', { name: words('admin_orders') }).click()
  await expect(page).toHaveURL('/admin?section=orders')
  await expect(log).toBeHidden()
})
