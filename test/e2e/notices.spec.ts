import type { Page } from '@playwright/test'
import { openBrowser, owner, test } from './admin-area.ts'
import { expectNoViolations } from './axe.ts'
import { expect } from './fixtures.ts'
import { waitForHydration } from './hydration.ts'
import { watchLayoutShifts } from './layout-shifts.ts'

/** The owner's actions with notices, in French. */
function noticeOwner(page: Page) {
  const base = owner(page)
  const list = page.getByRole('list', { name: base.words('admin_notices') })
  return {
    ...base,
    open: () => base.open('/admin?section=site'),
    field: (name: string) => page.getByRole('textbox', { name }),
    row: (text: string) => list.getByRole('listitem').filter({ hasText: text }),
    save: base.button('admin_save'),
  }
}

function shownTo(page: Page, text: string) {
  return page.getByRole('complementary').getByText(text)
}

test.use({ expectedErrors: [/ERR_FAILED|409|422/] })

test('a notice is on every page in the reader’s language, until they close it or the owner ends it', async ({
  page,
  browser,
  product,
}) => {
  const text = 'Le serveur redémarre à 19:00'
  const { words, open, field, row, button, save, sees, reset } = noticeOwner(page)
  const adminShift = await watchLayoutShifts(page)
  await open()
  await expect(button('admin_notice_add')).toBeVisible()
  await expectNoViolations(page, 'the notices')
  expect(await adminShift()).toBeLessThan(0.01)
  await button('admin_notice_add').click()
  await expect(field('Français')).toBeFocused()
  await save.click()
  await sees('admin_notice_fault', { field: 'fr' })
  await expect(field('Français')).toBeFocused()
  await field('Français').fill(text)
  await field('English').fill('The server restarts at 19:00')
  await field(words('admin_notice_link')).fill('javascript:alert(1)')
  await field('Français').press('Enter')
  await sees('admin_notice_fault', { field: 'link' })
  await page.reload()
  await expect(field('Français')).toHaveValue(text)
  await field(words('admin_notice_link')).fill('/news')
  await page.getByText(words('admin_notice_tone', { tone: 'warning' }), { exact: true }).click()
  await expectNoViolations(page, 'the form of a notice')
  // The answer is lost, and so is the page: it is the same notice, not somebody else's.
  await page.route('**/api/admin/site/notices', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await field('Français').press('Enter')
  await sees('form_unconfirmed')
  await page.unroute('**/api/admin/site/notices')
  await page.reload()
  await field('Français').press('Enter')
  await expect(row(text).getByText(words('admin_notice_on'))).toBeVisible()
  await expect(button('admin_notice_add')).toBeFocused()
  await expect(row(text)).toContainText('ru, es')
  // The owner sees it too.
  await expect(shownTo(page, text)).toBeVisible()

  const withoutScript = await browser.newContext({ javaScriptEnabled: false })
  const reader = await withoutScript.newPage()
  await expect(async () => {
    await reader.goto(`${product.origin}/rules?lang=en`)
    await expect(shownTo(reader, 'The server restarts at 19:00')).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(reader.getByRole('button', { name: /^Close the notice/ })).toBeHidden()
  await reader.goto(`${product.origin}/guide?lang=ru`)
  await expect(shownTo(reader, text)).toHaveAttribute('lang', 'fr')
  await withoutScript.close()

  const context = await browser.newContext({ baseURL: product.origin, locale: 'fr' })
  waitForHydration(context)
  const visitor = await context.newPage()
  const shift = await watchLayoutShifts(visitor)
  await visitor.setViewportSize({ width: 320, height: 700 })
  await visitor.goto('/')
  await expect(shownTo(visitor, text)).toBeVisible()
  await expectNoViolations(visitor, 'a notice')
  await visitor.getByRole('complementary').getByRole('link').click()
  await expect(visitor).toHaveURL(/\/news$/)
  await visitor.getByRole('button', { name: words('notice_close', { text }) }).click()
  await expect(shownTo(visitor, text)).toBeHidden()
  await visitor.goto('/')
  await expect(shownTo(visitor, text)).toBeHidden()
  expect(await shift()).toBeLessThan(0.01)
  // Its correction is another text.
  await button('admin_notice_change_label', { text }).click()
  await field('Français').fill('Le serveur redémarre à 20:00')
  await save.click()
  await expect(async () => {
    await visitor.goto('/')
    await expect(shownTo(visitor, 'Le serveur redémarre à 20:00')).toBeVisible({ timeout: 500 })
  }).toPass()
  await context.close()
  await button('admin_edit_restore').first().click()

  await button('admin_notice_end_label', { text }).click()
  await expect(row(text).getByText(words('admin_notice_over'))).toBeVisible()
  await expect(button('admin_notice_change_label', { text })).toBeFocused()
  await expect(shownTo(page, text)).toBeHidden()
  await button('admin_edit_restore').first().click()
  await expect(row(text).getByText(words('admin_notice_on'))).toBeVisible()
  await reset('notices')
  await sees('admin_notices_none')
})

test.describe('notices that two change', () => {
  test('two of the staff who change one notice see both texts and choose', async ({
    page,
    browser,
    product,
  }) => {
    const text = 'Wipe vendredi'
    const first = noticeOwner(page)
    await first.open()
    await first.button('admin_notice_add').click()
    await first.field('Français').fill(text)
    await first.field(first.words('admin_notice_link')).fill('/news/nulle-part')
    await first.save.click()
    await first.sees('admin_notice_fault', { field: 'link' })
    await first.field(first.words('admin_notice_link')).fill('/news')
    await first.save.click()
    await expect(first.row(text)).toBeVisible()

    const other = await openBrowser(browser, product)
    const second = noticeOwner(other)
    await second.open()
    await second.button('admin_notice_change_label', { text }).click()
    await second.field('Français').fill('Wipe samedi')
    await first.button('admin_notice_change_label', { text }).click()
    await first.field('Français').fill('Wipe dimanche')
    await first.save.click()
    await expect(first.row('Wipe dimanche')).toBeVisible()
    await second.save.click()
    await second.sees('admin_edit_conflict')
    await expect(other.getByRole('textbox', { name: 'La vôtre' })).toHaveValue(/Wipe samedi/)
    await expect(other.getByRole('textbox', { name: 'La leur' })).toHaveValue(/Wipe dimanche/)
    await expectNoViolations(other, 'two versions of a notice')
    await second.button('admin_edit_keep_mine').click()
    await expect(second.row('Wipe samedi')).toBeVisible()
    await second.button('admin_notice_remove_label', { text: 'Wipe samedi' }).click()
    await expect(second.row('Wipe samedi')).toBeHidden()
    await expect(second.button('admin_notice_add')).toBeFocused()
    await other.context().close()
  })
})
