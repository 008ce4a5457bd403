import type { Page } from '@playwright/test'
import { owner, test } from './admin-area.ts'
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
    save: base.button('admin_shop_save'),
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
    const { words, open, field, row, button, save, preview, sees } = writer(page)
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
    await save.click()
    await sees('admin_document_description_empty')
    await field('admin_document_description').fill('L’île est neuve samedi.')
    await field('admin_document_body').fill('## Quand\n\nSamedi, [les règles](/nulle-part).')
    await sees('admin_document_refused')
    await save.click()
    await expect(page.getByText('Ligne 3 du texte').first()).toBeVisible()
    await expect(field('admin_document_body')).toBeFocused()
    await field('admin_document_body').fill('## Quand\n\nSamedi, [les règles](/rules).\n\n')
    await page.getByLabel(words('admin_document_picture')).selectOption('flag-claim')
    await expect(preview.getByRole('heading', { name: 'Quand' })).toBeVisible()
    await expect(preview.getByRole('img')).toBeVisible()
    await expectNoViolations(page, 'the editor of a text')
    await page.locator('input[type=file]').setInputFiles({
      name: 'base.png',
      mimeType: 'image/png',
      buffer: await picture(),
    })
    await expect(field('admin_document_body')).toHaveValue(
      /\n\n!\[Ce que montre l’image\]\(\/images\/.*\.webp\)/,
    )
    await expect(preview.getByRole('img', { name: 'Ce que montre l’image' })).toBeVisible()
    await page.reload()
    await expect(field('admin_document_body')).toHaveValue(/les règles/)
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
    await page.getByLabel(words('admin_document_changed')).fill('2099-01-01')
    await field('admin_document_body').fill('## When\n\nOn Saturday.')
    await field('admin_document_body').press('Control+Enter')
    await expect(button('admin_edit_reset')).toBeVisible()
    expect(await pageOf(origin, '/news/wipe-ete?lang=en')).toContain('On Saturday.')
    expect(await pageOf(origin, '/news/wipe-ete?lang=ru')).toContain('Samedi')
    await field('admin_document_body').press('Escape')
    await expect(row('Wipe d’été').getByRole('link', { name: /Русский/ })).toContainText('absent')

    // Back to a shop without it.
    await row('Wipe d’été')
      .getByRole('link', { name: /Français/ })
      .click()
    await button('admin_edit_undo').click()
    await sees('admin_edit_back_done')
    await expect.poll(async () => (await fetch(`${origin}/news/wipe-ete`)).status).toBe(404)
  })
})

test.describe('a text that two change', () => {
  test.use({ expectedErrors: [/409/] })

  test('shows both versions, of which one is chosen; the file’s text comes back', async ({
    page,
    context,
    product: { origin },
  }) => {
    const title = 'L’alarme de raid, expliquée pas à pas'
    const first = writer(page)
    await first.open()
    await first
      .row(title)
      .getByRole('link', { name: /Français/ })
      .click()
    const other = await context.newPage()
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
    expect(await pageOf(origin, '/news')).toContain('La mienne.')
    await second.button('admin_edit_reset').click()
    await second.sees('admin_edit_back_done')
    await expect(second.field('admin_document_description')).toHaveValue(/^Un nouveau guide/)
    expect(await pageOf(origin, '/news')).not.toContain('La mienne.')
  })
})
