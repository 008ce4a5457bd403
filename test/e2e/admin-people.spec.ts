import { players } from '#test/sign-in.ts'
import { owner, rightCode, test } from './admin-area.ts'
import { signInByRequests } from './discord-sign-in.ts'
import { expect } from './fixtures.ts'
import { heading } from './frame-parts.ts'

test.use({ expectedErrors: [/403|422/] })

test('a moderator comes, sees what is theirs, and goes @translated', async ({
  page,
  browser,
  product,
}) => {
  const { words, button, code, dialog, sees } = owner(page)
  await page.goto('/admin?section=people')
  await dialog.getByLabel(words('admin_own_name')).fill('Anna')
  await code.fill(rightCode)
  await code.press('Enter')
  await sees('admin_people_none')
  await expect(page.getByText('Anna')).toBeVisible()

  const context = await browser.newContext({ baseURL: product.origin, locale: 'fr' })
  await signInByRequests(context, 'mallory')
  const name = page.getByLabel(words('admin_people_account'))
  await name.fill('nobody.here')
  await button('admin_people_add').click()
  await expect(name).toHaveAccessibleDescription(new RegExp(words('admin_people_unknown')))
  await name.fill('@mallory.0')
  await name.press('Enter')
  const list = page.getByRole('list', { name: words('admin_people'), exact: true })
  const person = list.getByRole('listitem').filter({ hasText: players.mallory })
  await expect(person).toHaveCount(1)
  await expect(person).toContainText(words('admin_role', { role: 'moderator' }))

  const theirs = await context.newPage()
  await theirs.goto('/admin')
  const sections = theirs.getByRole('navigation', { name: words('admin_sections') })
  await expect(sections.getByRole('link')).toHaveText(
    ['today', 'site'].map((group) => words('admin_group', { group })),
  )
  await expect(theirs.getByRole('heading', { name: words('admin_to_do') })).toBeVisible()
  await expect(theirs.getByRole('heading', { name: words('admin_money') })).toHaveCount(0)
  await theirs.goto('/admin?section=people')
  await expect(theirs.getByText(words('admin_section_forbidden'))).toBeVisible()

  await person.getByText(words('admin_people_change')).click()
  const asked = page.getByRole('dialog')
  await asked.getByText(words('admin_role', { role: 'support' })).click()
  await asked.getByRole('button', { name: words('admin_people_change') }).click()
  await expect(person).toContainText(words('admin_role', { role: 'support' }))
  await theirs.reload()
  await expect(
    sections.getByRole('link', { name: words('admin_group', { group: 'deliver' }) }),
  ).toBeVisible()

  await person.getByText(words('admin_people_remove')).click()
  await asked.getByRole('button', { name: words('admin_people_remove') }).click()
  await expect(person).toHaveCount(0)
  await expect(list).toBeFocused()
  await theirs.reload()
  await expect(heading(theirs)).toHaveText('Accès interdit')

  await page.goto('/admin?section=log')
  const removed = page.getByRole('listitem').filter({
    hasText: words('admin_log_action', { action: 'person_removed' }),
  })
  await expect(removed).toContainText(words('admin_log_by_code_name', { name: 'Anna' }))
})
