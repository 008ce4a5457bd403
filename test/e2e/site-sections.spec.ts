import { openBrowser, owner, test } from './admin-area.ts'
import { expectNoViolations } from './axe.ts'
import { expect } from './fixtures.ts'

test('a goal is set, two who change it choose, and it is taken back', async ({
  page,
  browser,
  product,
}) => {
  const goalOwner = async (whose: typeof page) => {
    const base = owner(whose)
    await base.open('/admin?section=site&list=goal')
    const field = (name: string) => whose.getByRole('textbox', { name })
    return {
      ...base,
      field,
      amount: field(base.words('admin_goal_amount')),
      save: () => base.button('admin_save').click(),
    }
  }
  const first = await goalOwner(page)
  await first.sees('admin_goal_none')
  await first.save()
  await first.sees('admin_goal_fault', { field: 'fr' })
  await expect(first.field('Français')).toBeFocused()
  await first.field('Français').fill('Le serveur de janvier')
  await first.amount.fill('100')
  // What is typed stays.
  await first.amount.press('Escape')
  await page.reload()
  await expect(first.amount).toHaveValue('100')
  await first.save()
  await expect(page.getByText('Objectif enregistré')).toBeVisible()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expectNoViolations(page, 'the goal')

  const other = await openBrowser(browser, product)
  const second = await goalOwner(other)
  await second.amount.fill('200')
  await first.amount.fill('300')
  await first.save()
  await second.save()
  await second.sees('admin_edit_conflict')
  await expect(other.getByRole('textbox', { name: 'La leur' })).toHaveValue(/300/)
  // That is no choice: it would save over theirs unasked.
  await second.save()
  await second.button('admin_edit_keep_mine').click()
  await expect(first.amount).toHaveValue('200')
  await expect(second.button('admin_save')).toBeFocused()
  const history = page.getByRole('list', { name: first.words('admin_edit_history') })
  await expect(history.getByRole('listitem')).toHaveCount(3)
  await first.button('admin_edit_restore').first().click()
  await expect(second.amount).toHaveValue('300')
  const replaces = page.getByText(first.words('admin_goal_replaces').replace(/\(.*/, ''))
  await expect(replaces).toBeHidden()
  await page.locator('[name=month]').fill('2099-12')
  await expect(replaces).toBeVisible()
  await first.button('admin_edit_discard').click()

  // Who saves the same as somebody else has nothing to choose.
  await first.amount.fill('400')
  await second.amount.fill('400')
  await first.save()
  await expect(first.button('admin_edit_discard')).toBeHidden()
  await second.save()
  await expect(second.button('admin_edit_discard')).toBeHidden()
  await expect(other.getByText(second.words('admin_edit_conflict'))).toBeHidden()
  await other.context().close()

  await first.amount.fill('0')
  await first.button('admin_edit_discard').click()
  await expect(first.amount).toHaveValue('400')
  await expect(first.button('admin_save')).toBeFocused()
  await first.reset('goal')
  await first.sees('admin_goal_none')
})

test('a channel of Discord and an approval are refused at their field, and saved', async ({
  page,
}) => {
  const { open, button, words, sees, reset } = owner(page)
  await open('/admin?section=site&list=discord')
  const channel = page.getByRole('textbox', {
    name: words('admin_discord_channel', { field: 'newsChannelId' }),
  })
  await channel.fill('my channel')
  await button('admin_save').click()
  await sees('admin_discord_fault')
  await expect(channel).toBeFocused()
  await channel.fill('250000000000000001')
  await button('admin_save').click()
  await sees('admin_discord_saved')
  await reset('file')

  await page.goto('/admin?section=site&list=monetisation')
  await sees('admin_approval_none')
  await page.getByLabel(words('admin_approval_from')).fill('2026-11-01')
  await button('admin_save').click()
  await sees('admin_approval_fault', { field: 'endsOn' })
  await page.getByLabel(words('admin_approval_to')).fill('2099-01-31')
  await button('admin_save').click()
  await expect(page.getByText(words('admin_approval_none')).filter({ visible: true })).toHaveCount(
    0,
  )
  await reset('file')
  await sees('admin_approval_none')
})
