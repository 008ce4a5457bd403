import { buyers, offers, owner, test } from './admin-area.ts'
import { readMessageTexts } from '#server/services/messages/message-texts.ts'
import { createSandboxControl } from '#test/sandbox-control.ts'
import { expect } from './fixtures.ts'

test('a payment that two orders wait for is given to the right one', async ({ page, product }) => {
  const shop = buyers(product)
  const unpaid = await shop.order('attend-encore', offers.assigned)
  const paid = await shop.order('a-paye', offers.assigned)
  const transactionId = await shop.pay(offers.assigned)
  const { words, open, sees } = owner(page)
  await open('/admin?section=inbox')

  const payment = page.getByRole('article').filter({ hasText: transactionId })
  await expect(payment).toContainText(readMessageTexts('fr')['payment-reasons'].several_orders_wait)
  await payment.getByRole('button', { name: /^Rattacher à .* a-paye$/ }).click()
  const question = page.getByRole('dialog', { name: words('admin_assign_question') })
  for (const text of ['a-paye', '76561198006409530', 'Priority Queue, 3 mois', /25,00\s€/]) {
    await expect(question).toContainText(text)
  }
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(payment.getByRole('button', { name: /a-paye$/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: words('admin_assign') }).click()
  await sees('admin_assigned')
  await expect(payment).toHaveCount(0)
  await expect(page.getByRole('heading', { name: words('admin_unmatched') })).toBeFocused()
  expect(await shop.statusOf(paid)).toBe('paid')
  expect(await shop.statusOf(unpaid)).toBe('pending')
})

test('an order that is no candidate is found by its number, and a wrong one is not offered', async ({
  page,
  product,
}) => {
  const shop = buyers(product)
  const other = await shop.order('autre-montant', offers.resolved)
  const transactionId = await shop.pay(offers.typed)
  const { words, open } = owner(page)
  await open('/admin?section=inbox')
  const payment = page.getByRole('article').filter({ hasText: transactionId })
  const field = payment.getByLabel(words('admin_order_id'))
  const find = payment.getByRole('button', { name: words('admin_order_find') })
  await field.fill('ma commande')
  await find.click()
  await expect(field).toHaveAccessibleDescription(new RegExp(words('admin_order_id_invalid')))
  await field.fill('00000000')
  await find.click()
  await expect(field).toHaveAccessibleDescription(
    new RegExp(words('admin_failure', { code: 'order_not_found' })),
  )
  await field.fill(other.slice(0, 8).toUpperCase())
  await find.click()
  const question = page.getByRole('dialog', { name: words('admin_assign_question') })
  await expect(question).toContainText('autre-montant')
  await expect(question).toContainText(words('admin_failure', { code: 'payment_not_assignable' }))
  await expect(question.getByRole('button', { name: words('admin_assign') })).toHaveCount(0)
  await question
    .getByRole('button', { name: words('admin_cancel') })
    .first()
    .click()

  await payment.getByText(words('admin_resolve_title')).click()
  await payment.getByRole('button', { name: words('admin_resolve') }).click()
  const note = payment.getByLabel(words('admin_note'))
  await expect(note).toHaveAccessibleDescription(new RegExp(words('admin_note_empty')))
  await note.fill('Remboursé dans PayPal')
  await note.press('Enter')
  await expect(payment).toHaveCount(0)
  await expect(page.getByRole('heading', { name: words('admin_unmatched') })).toBeFocused()
  // The forms of other payments have similar words.
  const resolution = page.getByText('Remboursé dans PayPal', { exact: true })
  await expect(resolution).toBeHidden()
  await page.getByRole('group').filter({ has: resolution }).getByText(/réglé/).first().click()
  await expect(resolution).toBeVisible()
})

test('an unreadable answer of PayPal is shown as it came and resolved by hand', async ({
  page,
  product,
}) => {
  const shop = buyers(product)
  const sandbox = createSandboxControl(product.sandboxOrigin)
  const fault = { provider: 'paypal', kind: 'garbled', times: 50 }
  await sandbox.fail({ ...fault, path: '/v2/payments/captures/' })
  const transactionId = await shop.pay(offers.assigned, 503)
  const { words, open } = owner(page)
  await open('/admin?section=inbox')
  const answer = page.getByRole('article').filter({ hasText: transactionId })
  await expect(answer).toContainText('fetch-capture: amount')
  await expect(page.getByText(words('admin_inbox_empty'), { exact: true })).toHaveCount(0)
  await answer.getByText(words('admin_unreadable_answer')).click()
  await expect(answer).toContainText('"value":"10.001"')
  await answer.getByText(words('admin_resolve_title')).click()
  await answer.getByLabel(words('admin_note')).fill('Livré à la main')
  await answer.getByRole('button', { name: words('admin_resolve') }).click()
  await expect(answer).toHaveCount(0)
  await expect(page.getByRole('heading', { name: words('admin_unreadable') })).toBeFocused()
  await sandbox.clearFaults()
})

test.describe('a payment that another admin has just given away', () => {
  test.use({ expectedErrors: [/409/] })

  test('keeps its question open until the answer is there', async ({ page, product }) => {
    const shop = buyers(product)
    await shop.order('trop-tard', offers.taken)
    await shop.order('trop-tard-aussi', offers.taken)
    const transactionId = await shop.pay(offers.taken)
    const { words, open } = owner(page)
    const answered = Promise.withResolvers<void>()
    await page.route('**/api/admin/inbox/*/assign', async (route) => {
      await answered.promise
      await route.fulfill({ status: 409, json: { code: 'payment_not_assignable' } })
    })
    await open('/admin?section=inbox')
    const payment = page.getByRole('article').filter({ hasText: transactionId })
    await payment.getByRole('button', { name: /trop-tard$/ }).click()
    const question = page.getByRole('dialog', { name: words('admin_assign_question') })
    await question.getByRole('button', { name: words('admin_assign') }).click()
    for (const key of ['Escape', 'Escape', 'Escape']) await page.keyboard.press(key)
    await page.mouse.click(5, 5)
    answered.resolve()
    await expect(question).toContainText(words('admin_failure', { code: 'payment_not_assignable' }))
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
  })
})
