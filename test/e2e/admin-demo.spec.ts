import { owner } from './admin-area.ts'
import { expect, test as base } from './fixtures.ts'
import { heading } from './frame-parts.ts'

/** In a shop that its first start has filled. */
const test = base.extend({
  productSettings: [{ DEMO_DATA: 'true', TRUSTED_PROXIES: '127.0.0.1' }, { scope: 'worker' }],
})

test('the owner removes the demo data, and the shop is empty', async ({ page }) => {
  await page.goto('/shop')
  const skin = page.getByText('Gilet Veine toxique')
  await expect(skin.first()).toBeVisible()
  const { words, button, open, sees } = owner(page)
  await open('/admin?section=overview')
  await sees('admin_demo_title')

  await button('admin_demo_remove').click()
  const question = page.getByRole('dialog', { name: words('admin_demo_question') })
  await expect(question).toContainText(words('admin_demo_question_text'))
  await page.keyboard.press('Escape')
  await sees('admin_demo_title')

  await button('admin_demo_remove').click()
  await question.getByRole('button', { name: words('admin_demo_remove') }).click()
  await sees('admin_demo_removed')
  await expect(page.getByText(words('admin_demo_title'))).toHaveCount(0)
  await page.goto('/admin?section=log')
  await sees('admin_log_action', { action: 'demo_data_removed' })
  await page.goto('/shop')
  await expect(heading(page)).toBeVisible()
  await expect(skin).toHaveCount(0)
})
