import type { Page } from '@playwright/test'
import { openBrowser, owner, test } from './admin-area.ts'
import { expectNoViolations } from './axe.ts'
import { picture } from '#test/factories/pictures.ts'
import { expect } from './fixtures.ts'

/** The owner's actions with texts, in French. */
function writer(page: Page) {
  const base = owner(page)
  const { words } = base
  const list = page.getByRole('list', { name: words('admin_documents'), exact: true })
  return {
    ...base,
    open: () => base.open('/admin?section=site&list=documents'),
    field: (key: string) => page.getByRole('textbox', { name: words(key), exact: true }),
    row: (title: string) => list.getByRole('listitem').filter({ hasText: title }).first(),
    save: base.button('admin_save'),
    preview: page.getByRole('region', { name: words('admin_edit_preview') }),
  }
}

async function pageOf(origin: string, path: string): Promise<string> {
  return (await fetch(origin + path)).text()
}

test.describe('a text', () => {
  // What would be refused is also asked for a preview.
  test.use({ expectedErrors: [/422|404/] })

  test('is written with a preview, saved, translated beside the French one, and taken back', async ({
    page,
    product: { origin },
  }) => {
    const { words, open, field, row, button, save, preview, sees, reset } = writer(page)
    await open()
    await expect(row('Les limites de construction, au clair')).toBeVisible()
    await expectNoViolations(page, 'the texts')
    await button('admin_document_add').click()
    await field('admin_document_title').fill('Wipe d’été : tout recommence')
    await expect(field('admin_document_slug')).toHaveValue('wipe-d-ete-tout-recommence')
    await field('admin_document_slug').fill('Wipe !')
    await button('admin_document_write').click()
    await sees('admin_document_slug_wrong')
    await field('admin_document_slug').fill('wipe-ete')
    await field('admin_document_slug').press('Enter')

    await expect(field('admin_document_title')).toHaveValue('Wipe d’été : tout recommence')
    await sees('admin_document_preview_empty')
    await save.click()
    await sees('admin_document_description_empty')
    await field('admin_document_description').fill('L’île est neuve samedi.')
    await field('admin_document_body').fill('## Quand\n\nSamedi, [les règles](/nulle-part).')
    await sees('admin_document_refused')
    await save.click()
    await expect(page.getByText('Ligne 3 du texte').first()).toBeVisible()
    await expect(field('admin_document_body')).toBeFocused()
    await field('admin_document_body').fill('## Quand\n\nSamedi, [les règles](/rules).\n\n')
    await page.getByLabel(words('admin_document_picture')).selectOption('Drapeau et son terrain')
    await expect(field('admin_document_body')).not.toHaveValue(/picture:/)
    await button('admin_document_picture_insert').click()
    await expect(preview.getByRole('heading', { name: 'Quand' })).toBeVisible()
    await expect(preview.getByRole('img')).toBeVisible()
    await expectNoViolations(page, 'the editor of a text')
    await page.locator('input[type=file]').setInputFiles({
      name: 'base.png',
      mimeType: 'image/png',
      buffer: await picture(),
    })
    await expect(field('admin_document_body')).toHaveValue(
      /\n\n!\[Ce que montre l’image\]\(\/images\/.*\.webp#320x240\)/,
    )
    await expect(preview.locator('img[src^="/images/"]')).toBeVisible()
    // As in a tab that is opened again.
    await page.evaluate(() => sessionStorage.clear())
    await page.reload()
    await expect(field('admin_document_body')).toHaveValue(/les règles/)
    await page.getByRole('link', { name: words('admin_document_back') }).click()
    await expect(row('Wipe d’été')).toContainText(
      words('admin_document_state', { state: 'unsaved' }),
    )
    await row('Wipe d’été')
      .getByRole('link', { name: /Français/ })
      .click()
    await field('admin_document_body').press('Control+Enter')
    await sees('admin_document_saved')
    expect(await pageOf(origin, '/news/wipe-ete')).toContain('L’île est neuve samedi.')
    expect(await pageOf(origin, '/news')).toContain('Wipe d’été')

    // A translation.
    await page.getByRole('link', { name: 'English', exact: true }).click()
    await page.getByText(words('admin_document_views', { view: 'french' }), { exact: true }).click()
    await expect(page.getByRole('textbox', { name: 'Français' })).toHaveValue(/Samedi/)
    await field('admin_document_title').fill('Summer wipe')
    await field('admin_document_description').fill('The island is new on Saturday.')
    const date = page.getByLabel(words('admin_document_changed'))
    const today = await date.inputValue()
    await date.fill('2099-01-01')
    await field('admin_document_body').fill('## When\n\nOn Saturday.')
    await field('admin_document_body').press('Control+Enter')
    await sees('admin_document_fault_code', { code: 'future' })
    await expect(date).toBeFocused()
    await date.fill(today)
    await date.press('Control+Enter')
    await expect(button('admin_edit_reset', { kind: 'translation' })).toBeVisible()
    expect(await pageOf(origin, '/news/wipe-ete?lang=en')).toContain('On Saturday.')
    expect(await pageOf(origin, '/news/wipe-ete?lang=ru')).toContain('Samedi')
    await field('admin_document_body').press('Escape')
    await expect(row('Wipe d’été').getByRole('link', { name: /Русский/ })).toContainText('absent')

    // Deleted, found again, and back to a shop without it.
    const french = row('Wipe d’été').getByRole('link', { name: /Français/ })
    const status = async () => (await fetch(`${origin}/news/wipe-ete`)).status
    await french.click()
    await reset('text')
    await expect.poll(status).toBe(404)
    await page.getByRole('link', { name: words('admin_document_back') }).click()
    await expect(french).toContainText(words('admin_document_state', { state: 'deleted' }))
    await french.click()
    await button('admin_edit_restore').click()
    await sees('admin_edit_back_done')
    await expect.poll(status).toBe(200)
    await reset('text')
    await expect.poll(status).toBe(404)
  })
})

test.describe('a text that two change', () => {
  test.use({ expectedErrors: [/409/] })

  test('shows both versions, of which one is chosen; the file’s text comes back', async ({
    page,
    browser,
    product,
  }) => {
    const { origin } = product
    const title = 'L’alarme de raid, expliquée pas à pas'
    const first = writer(page)
    await first.open()
    await first
      .row(title)
      .getByRole('link', { name: /Français/ })
      .click()
    const other = await openBrowser(browser, product)
    const second = writer(other)
    await second.open()
    await second
      .row(title)
      .getByRole('link', { name: /Français/ })
      .click()
    await second.field('admin_document_description').fill('La mienne.')
    await first.field('admin_document_description').fill('La leur.')
    await first.save.click()
    await first.sees('admin_document_saved')
    await second.save.click()
    await second.sees('admin_edit_conflict')
    await expect(other.getByRole('textbox', { name: 'La vôtre' })).toHaveValue(/La mienne/)
    await expect(other.getByRole('textbox', { name: 'La leur' })).toHaveValue(/La leur/)
    await expectNoViolations(other, 'two versions of a text')
    await second.button('admin_edit_keep_mine').click()
    await second.sees('admin_document_saved')
    await expect(second.field('admin_document_title')).toBeFocused()
    expect(await pageOf(origin, '/news')).toContain('La mienne.')
    await other.getByText(second.words('admin_edit_compare')).first().click()
    await expect(other.getByRole('insertion').first()).toHaveText(/Après \+ .*La mienne/)
    await expect(other.getByRole('deletion').first()).toHaveText(/Avant − .*La leur/)
    await expectNoViolations(other, 'what changed')
    await second.button('admin_edit_restore').first().click()
    await second.sees('admin_edit_back_done')
    await expect(second.field('admin_document_description')).toHaveValue('La leur.')
    // The tab of a reader follows.
    const reader = await page.context().newPage()
    await reader.goto('/news/raid-alarm-guide')
    await second.field('admin_document_title').fill('L’alarme, en bref')
    await second.save.click()
    await expect(reader).toHaveTitle(/^L’alarme, en bref · /)
    await second.reset('file')
    await expect(second.field('admin_document_description')).toHaveValue(/^Un nouveau guide/)
    expect(await pageOf(origin, '/news')).not.toContain('La leur.')
    await other.context().close()
  })
})

test('a legal text whose words change is asked for its date', async ({ page }) => {
  const { words, open, field, row, button, sees } = writer(page)
  await open()
  await page.getByText(words('admin_documents_kinds', { kind: 'legal' }), { exact: true }).click()
  await row('vente')
    .getByRole('link', { name: /Français/ })
    .click()
  const date = page.getByLabel(words('admin_document_changed'))
  const before = await date.inputValue()
  await field('admin_document_body').press('End')
  await field('admin_document_body').pressSequentially('Neuf.')
  await sees('admin_document_date_left')
  await button('admin_document_date_today').click()
  await expect(date).toBeFocused()
  await expect(date).not.toHaveValue(before)
  await expect(button('admin_document_date_today')).toBeHidden()
  await button('admin_edit_discard').click()
  await expect(field('admin_document_title')).toBeFocused()
  await expect(date).toHaveValue(before)
})
