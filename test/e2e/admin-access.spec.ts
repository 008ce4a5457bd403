import { newSteamId } from '#test/factories/ledger.ts'
import { buyers, offers, owner, rightCode, test } from './admin-area.ts'
import { chooseLanguage } from './buyer.ts'
import { expect } from './fixtures.ts'
import { heading } from './frame-parts.ts'
import { tabTo } from './keyboard.ts'

test.describe('an owner who first mistypes the code', () => {
  test.use({ expectedErrors: [/403/] })

  test('can type it again at once, and sees the figures of the shop @translated', async ({
    page,
  }) => {
    const { words, code, dialog, sees } = owner(page)
    await page.goto('/admin')
    await expect(heading(page)).toHaveText('Accès interdit')
    await expect(page.getByText(words('admin_forbidden_text'))).toBeVisible()
    await code.fill('krypton')
    await dialog.getByRole('button', { name: 'Déverrouiller' }).click()
    await expect(code).toHaveAccessibleDescription(words('admin_code_wrong'))
    await expect(code).toBeFocused()
    await page.keyboard.type(rightCode)
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText(words('admin_shop_title'))
    await expect(heading(page)).toBeFocused()
    await sees('admin_shop_credit_title')
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  })
})

test.describe('a session that ends while somebody works', () => {
  test.use({ expectedErrors: [/403/] })

  test('locks the page and keeps what was typed', async ({ page, context, product }) => {
    const transactionId = await buyers(product).pay(offers.ended)
    const { words, button, code, unlock, sees } = owner(page)
    await page.goto('/admin?section=inbox')
    await unlock()
    const payment = page.getByRole('article').filter({ hasText: transactionId })
    await payment.getByText(words('admin_resolve_title')).click()
    const note = payment.getByLabel(words('admin_note'))
    await note.fill('Livré à la main')
    await context.clearCookies({ name: 'admin' })
    // The page may ask for news first, and be locked by that answer.
    await page.keyboard.press('Enter')
    await expect(heading(page).filter({ visible: true })).toHaveText('Accès interdit')
    await expect(page.getByText(transactionId)).toBeHidden()
    await sees('admin_session_ended_text')
    await code.fill(rightCode)
    await code.press('Enter')
    await expect(note).toHaveValue('Livré à la main')
    await button('admin_resolve').click()
    await expect(payment).toHaveCount(0)
  })

  test('frees the page from an open dialog, and keeps what was typed in it', async ({
    page,
    context,
  }) => {
    const steamId = newSteamId()
    const { words, button, code, dialog, open } = owner(page)
    await open(`/admin?section=players&steamId=${steamId}`)
    await button('ban_do').click()
    const ban = page.getByRole('dialog', { name: words('ban_title', { steamId }) })
    const reason = ban.getByLabel(words('admin_team_remove_reason'))
    await reason.fill('Vente de comptes.')
    await context.clearCookies({ name: 'admin' })
    await ban.getByRole('button', { name: words('ban_do'), exact: true }).click()
    await code.fill(rightCode)
    await dialog.getByRole('button', { name: words('admin_unlock') }).click()
    await expect(reason).toHaveValue('Vente de comptes.')
    await page.keyboard.press('Escape')
    await expect(ban).toBeHidden()
  })

  test('locking ends it for good', async ({ page, product, context }) => {
    const { button, dialog, unlock } = owner(page)
    await page.goto('/admin')
    await unlock()
    const cookies = await context.cookies()
    await button('admin_lock').click()
    await expect(dialog).toBeVisible()
    await page.reload()
    await expect(dialog).toBeVisible()
    const copy = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const answer = await fetch(`${product.origin}/api/admin/orders`, { headers: { cookie: copy } })
    expect(answer.status).toBe(403)
  })
})

test.describe('when the code cannot be checked', () => {
  test.use({ expectedErrors: [/429|ERR_FAILED/] })

  test('too many attempts and a broken connection have different messages', async ({ page }) => {
    const { words, code } = owner(page)
    await page.goto('/admin')
    await page.route('**/api/admin/session', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '280' },
        contentType: 'application/problem+json',
        body: JSON.stringify({ code: 'rate_limited', status: 429 }),
      }),
    )
    await code.fill('x')
    await code.press('Enter')
    await expect(code).toHaveAccessibleDescription('Trop de tentatives. Réessayez dans 5 minutes.')
    await page.unrouteAll()
    await page.route('**/api/admin/session', (route) => route.abort())
    await code.press('Enter')
    await expect(code).toHaveAccessibleDescription(words('admin_failure', { code: 'timeout' }))
    await expect(code).toHaveValue('x')
  })
})

test('the keyboard alone opens the admin area, in Russian at 390 px', async ({
  page,
  context,
  product,
}) => {
  await chooseLanguage(context, product.origin, 'ru')
  await page.setViewportSize({ width: 390, height: 844 })
  const { words, code } = owner(page, 'ru')
  await page.goto('/admin')
  await expect(code).toBeVisible()
  await tabTo(page, code)
  await page.keyboard.type(rightCode)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toBeFocused()
  const orders = page.getByRole('link', { name: new RegExp(`^${words('admin_orders')}`) })
  const menu = page.locator('summary').filter({ hasText: words('admin_menu') })
  await tabTo(page, menu)
  await page.keyboard.press('Enter')
  await tabTo(page, orders)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin?section=orders')
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: words('admin_player_search') })).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: words('admin_lock'), exact: true }))
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText(words('admin_forbidden_title'))
  await expect(heading(page)).toBeFocused()
})
