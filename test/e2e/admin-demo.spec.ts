import { owner } from './admin-area.ts'
import { expectNoViolations } from './axe.ts'
import { expect, test as base } from './fixtures.ts'
import { heading } from './frame-parts.ts'
import { expectWordsToFit } from './measures.ts'

/** In a shop that its first start has filled. */
const test = base.extend({
  productSettings: [{ DEMO_DATA: 'true', TRUSTED_PROXIES: '127.0.0.1' }, { scope: 'worker' }],
})

test('the owner removes the demo data, and the shop is empty', async ({ page }) => {
  await page.goto('/shop')
  const skin = page.getByText('Gilet Veine toxique')
  await expect(skin.first()).toBeVisible()
  const { words, button, open, sees } = owner(page)
  await open('/admin')
  // The page of the specification, under a strip of what is to do.
  await page.getByRole('link', { name: /choses vous attendent/ }).click()
  await expect(page).toHaveURL('/admin?section=today')
  await sees('admin_demo_title')

  const todo = page.getByRole('list', { name: words('admin_to_do') })
  const dispute = todo
    .getByRole('listitem')
    .filter({ hasText: words('admin_todo_title', { kind: 'disputes' }) })
  await expect(dispute).toContainText(words('admin_todo_due', { time: '' }).trim())
  await expectNoViolations(page, 'today')
  await expectWordsToFit(page, 'today', [320])
  await dispute.getByRole('link').click()
  const opened = page.getByRole('list', { name: words('admin_disputes') }).getByRole('article')
  await expect(opened).toContainText('mallory.0')
  await page.context().grantPermissions(['clipboard-write'])
  await opened.getByRole('button', { name: words('admin_dispute_copy') }).click()
  await expect(opened.getByText(words('admin_copied'))).toHaveCount(1)
  await opened.getByText(words('admin_dispute_evidence')).click()
  await expect(opened.getByText('terms of sale')).toBeVisible()
  await expectNoViolations(page, 'a dispute')
  await expectWordsToFit(page, 'a dispute', [320])
  await page.goBack()

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
