import type { Page } from '@playwright/test'
import { reskinBody } from '#test/factories/checkout.ts'
import { picture } from '#test/factories/pictures.ts'
import { owner } from './admin-area.ts'
import { expectNoViolations } from './axe.ts'
import { buyByRequests } from './buyer.ts'
import { expect, fromOwnNetwork, test } from './fixtures.ts'
import { waitForHydration } from './hydration.ts'
import { expectWordsToFit } from './measures.ts'
import { wordsOf } from './words.ts'

const words = wordsOf('fr')
test.use({
  viewport: { width: 390, height: 844 },
  // Of the admin who comes too late; and of an uploaded picture that is opened on its own, whose
  // policy refuses Chromium's style and the journeys' own script.
  expectedErrors: [/409|Applying inline style|Blocked script execution in '[^']*\/picture'/],
})

const main = (page: Page) => page.getByRole('main')

test('a reskin is asked about, begun, shown in a picture and delivered, and its buyer sees each', async ({
  page,
  browser,
  context,
  product,
}) => {
  const discordUsername = 'tailleur'
  await buyByRequests(context, product, reskinBody({ discordUsername }))
  await page.goto('/orders')
  await expect(main(page).getByText(words('orders_to_activate_title'))).toBeVisible()
  const conversation = main(page).getByRole('button', {
    name: new RegExp(`^${words('orders_messages')}`),
  })
  const question = main(page).getByLabel(words('orders_message'))
  await conversation.click()
  await question.fill('Comme sur cette image.')
  await page.reload()
  await expect(question).toHaveValue('Comme sur cette image.')
  await main(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'wish.png', mimeType: 'image/png', buffer: await picture() })
  await expect(main(page).getByText('wish.png')).toBeVisible()
  await main(page)
    .getByRole('button', { name: words('orders_message_send') })
    .click()
  await expect(main(page).getByText('Comme sur cette image.')).toBeVisible()
  await expect(question).toHaveValue('')
  await expectNoViolations(page, 'the messages of an order')
  await expectWordsToFit(page, 'the messages of an order', [320, 390])

  const staff = await browser.newPage({
    baseURL: product.origin,
    viewport: { width: 1440, height: 900 },
    extraHTTPHeaders: fromOwnNetwork(),
  })
  waitForHydration(staff.context())
  await owner(staff).open(`/admin?section=orders&search=${discordUsername}`)
  const row = owner(staff).order(discordUsername)
  const named = (key: string) => row.getByRole('button', { name: new RegExp(`^${words(key)} `) })
  await named('admin_task_start').click()
  await expect(named('admin_task_stop')).toBeFocused()
  await expect(row.getByText(words('admin_task_in_progress'), { exact: true })).toBeVisible()
  await expect(main(page).getByText(words('orders_in_progress_title'))).toBeVisible()

  const unread = row.getByText('1 nouveau message')
  await expect(unread).toBeVisible()
  await row.getByRole('button', { name: /^Messages \(1\)/ }).click()
  const dialog = staff.getByRole('dialog', { name: /Top Reskin Basic/ })
  await expect(dialog.getByRole('listitem')).toContainText('Comme sur cette image.')
  await expect(
    dialog.getByRole('link', {
      name: words('task_picture_of_buyer', { item: 'Top Reskin Basic' }),
    }),
  ).toBeVisible()
  const send = dialog.getByRole('button', { name: words('admin_task_note_send') })
  const text = dialog.getByLabel(words('admin_task_note'))
  await send.click()
  await expect(text).toBeFocused()
  await expect(text).toHaveAccessibleDescription(new RegExp(words('admin_task_note_empty')))
  await text.fill('Voilà le résultat.\nBon jeu !')
  await staff.keyboard.press('Escape')
  await expect(unread).toBeHidden()
  await row.getByRole('button', { name: /^Messages \(1\)/ }).click()
  await expect(text).toHaveValue('Voilà le résultat.\nBon jeu !')
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'top.png', mimeType: 'image/png', buffer: await picture() })
  await expect(dialog.getByText('top.png')).toBeVisible()
  await send.click()
  await expect(dialog.getByRole('listitem').last()).toContainText('Voilà le résultat.')
  await expect(text).toHaveValue('')
  await dialog
    .getByRole('button', { name: words('admin_task_close') })
    .first()
    .click()
  await expect(row.getByRole('button', { name: /^Messages \(2\)/ })).toBeFocused()
  await row.getByRole('button', { name: /^Marquer comme livrée/ }).click()
  await expect(row.getByRole('button', { name: /^Défaire la livraison/ })).toBeFocused()
  await expect(named('admin_task_stop')).toHaveCount(0)
  // As cards.
  await staff.setViewportSize({ width: 320, height: 800 })
  await staff.getByRole('button', { name: /^Messages \(2\)/ }).click()
  await expect(dialog).toBeVisible()
  await expectNoViolations(staff, 'the messages of a task')
  await expectWordsToFit(staff, 'the messages of a task', [320])
  await staff.close()

  // Nobody has reloaded the page.
  await expect(main(page).getByText(/^Activée le/)).toBeVisible()
  await expect(main(page).getByText('Bon jeu !')).toBeVisible()
  await expect(main(page).getByText(words('orders_message_staff'), { exact: true })).toBeVisible()
  const result = main(page).getByRole('link', {
    name: words('task_picture', { item: 'Top Reskin Basic' }),
  })
  const shown = result.getByRole('img')
  await shown.scrollIntoViewIfNeeded()
  const readWidth = () =>
    shown.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : null))
  await expect.poll(readWidth).toBe(320)
  const opened = page.waitForEvent('popup')
  await result.click()
  const large = await opened
  await expect(large.getByRole('img')).toBeVisible()
  expect(large.url()).toMatch(/\/api\/orders\/[\da-f-]{36}\/messages\/\d+\/picture$/)
})

test('an admin who comes too late sees the state of now', async ({ page, context, product }) => {
  const discordUsername = 'retardataire'
  const orderId = await buyByRequests(context, product, reskinBody({ discordUsername }))
  await page.setViewportSize({ width: 1440, height: 900 })
  const { open, order } = owner(page)
  await open(`/admin?section=orders&search=${discordUsername}`)
  const start = order(discordUsername).getByRole('button', {
    name: new RegExp(`^${words('admin_task_start')} `),
  })
  await expect(start).toBeVisible()
  await page.request.patch(`/api/admin/tasks/${orderId}`, {
    data: { state: 'delivered' },
    headers: { origin: product.origin },
  })
  await start.click()
  await expect(page.getByText(words('admin_failure', { code: 'task_changed' }))).toBeVisible()
  await expect(order(discordUsername)).toContainText(words('admin_delivered'))
  await expect(start).toHaveCount(0)
})
