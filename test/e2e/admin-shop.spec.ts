import type { Page } from '@playwright/test'
import { z } from 'zod'
import { picture } from '#test/factories/pictures.ts'
import { itemBody } from '#test/factories/shop-items.ts'
import type { RunningProduct } from '#test/product.ts'
import { owner, test } from './admin-area.ts'
import { expectNoViolations } from './axe.ts'
import { chooseLanguage } from './buyer.ts'
import { clickTwice } from './click-twice.ts'
import { expect } from './fixtures.ts'
import { holdEvents } from './hold-events.ts'

/** The owner's actions with Kr and items, in French. */
function shopOwner(page: Page) {
  const base = owner(page)
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const toasts = page.getByRole('region', { name: base.words('toast_region') })
  return {
    ...base,
    field,
    file: page.locator('input[type=file]'),
    press: (name: string) => page.getByRole('button', { name, exact: true }).click(),
    says: (text: string) => expect(toasts.getByText(text).last()).toBeVisible(),
    fillCredit: async (steamId: string, name: string, amount: string) => {
      await field('Steam ID').fill(steamId)
      await field('Nom Discord').fill(name)
      await field('Montant (Kr)').fill(amount)
    },
  }
}

async function balanceOf({ origin }: RunningProduct, steamId: string): Promise<unknown> {
  return (await fetch(`${origin}/api/krypto-balance/${steamId}`)).json()
}

const itemList = z.array(
  z.object({ id: z.string(), name: z.string(), price: z.number(), image_url: z.string() }),
)

async function findItem({ origin }: RunningProduct, name: string) {
  const items = itemList.parse(await (await fetch(`${origin}/api/shop-items`)).json())
  return items.find((item) => item.name === name)
}

test('a credit says what is missing, counts once, and rises on the player’s badge', async ({
  page,
  context,
  product,
}) => {
  const steamId = '76561198000077001'
  const { words, open, press, says, field, fillCredit } = shopOwner(page)
  const player = await context.newPage()
  await player.addInitScript((id) => localStorage.setItem('userSteamId', id), steamId)
  await player.goto('/rules')
  await expect(player.getByRole('link', { name: /0\sKr/ }).first()).toBeVisible()

  await open()
  const credit = words('admin_shop_credit')
  await press(credit)
  await says('Tous les champs sont requis')
  await expect(field('Steam ID')).toBeFocused()
  await fillCredit('https://steamcommunity.com/id/sokol', 'sokol-77', '500')
  await press(credit)
  await says(words('player_steam_id_unrecognised'))
  await fillCredit(steamId, 'sokol-77', '1,5')
  await press(credit)
  await says('Le montant doit être un nombre valide')
  await expect(field('Montant (Kr)')).toBeFocused()
  expect(await balanceOf(product, steamId)).toEqual({ balance: 0 })

  await fillCredit('STEAM_0:1:19905636', 'sokol-77', '500')
  await expect(page.getByText(words('admin_shop_account_unknown'))).toBeVisible()
  await press(credit)
  const question = page.getByRole('dialog', { name: words('admin_player_unknown') })
  await expect(question).toContainText(steamId)
  await expectNoViolations(page, 'Kr for a Steam ID that nobody has seen')
  await question
    .getByRole('button', { name: words('admin_cancel') })
    .first()
    .click()
  expect(await balanceOf(product, steamId)).toEqual({ balance: 0 })
  await press(credit)
  await clickTwice(question.getByRole('button', { name: /^Ajouter 500\sKr quand même$/ }))
  await says('500 Kr ajoutés avec succès à sokol-77')
  await expect(field('Steam ID')).toHaveValue('')
  expect(await balanceOf(product, steamId)).toEqual({ balance: 500 })
  await expect(player.getByRole('link', { name: /500\sKr/ }).first()).toBeVisible()
})

test.describe('a credit whose answer is lost', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] })

  test('can be pressed again without counting twice', async ({ page, product }) => {
    const steamId = '76561198000077002'
    const { words, open, press, says, field, fillCredit } = shopOwner(page)
    await open()
    await page.route('**/api/admin/krypto-credits', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await fillCredit(steamId, 'perdu', '300')
    await press(words('admin_shop_credit'))
    const question = page.getByRole('dialog', { name: words('admin_player_unknown') })
    const confirm = question.getByRole('button', { name: /^Ajouter 300\sKr quand même$/ })
    await confirm.click()
    await says("Impossible d'ajouter les Kryptonites")
    await expect(question.getByText(words('admin_shop_credit_unknown'))).toBeVisible()
    await expect(field('Montant (Kr)')).toHaveValue('300')
    await page.unrouteAll()
    await confirm.click()
    await says('300 Kr ajoutés avec succès à perdu')
    expect(await balanceOf(product, steamId)).toEqual({ balance: 300 })
  })
})

test.describe('the life of an item', () => {
  test.use({ expectedErrors: [/422/] })

  test('added with its picture, changed and deleted, it is in the shop as long as it should be', async ({
    page,
    context,
    product,
  }) => {
    const { words, open, press, says, field, file, sees } = shopOwner(page)
    const png = { name: 'ghillie.png', mimeType: 'image/png', buffer: await picture() }
    const shop = await context.newPage()
    await shop.goto('/shop')
    await open()
    await press('Ajouter un article')
    await press('Sauvegarder')
    await says('Tous les champs sont requis')
    await expect(field('Nom')).toBeFocused()
    await field('Nom').fill('Ghillie des marais')
    await file.setInputFiles({ ...png, name: 'ghillie.svg', mimeType: 'image/svg+xml' })
    await expect(page.getByText(words('picture_wrong_type'))).toBeVisible()
    await file.setInputFiles({ ...png, buffer: Buffer.alloc(5 * 1024 * 1024 + 1) })
    await expect(page.getByText(words('picture_too_large'))).toBeVisible()
    await file.setInputFiles(png)
    await expect(page.getByText('ghillie.png', { exact: true })).toBeVisible()
    await field('Prix (Kr)').fill('gratuit')
    await press('Sauvegarder')
    await says('Le prix doit être un nombre valide')
    await expect(field('Prix (Kr)')).toBeFocused()

    // Another section loses neither the typed text nor the picture.
    await page.getByRole('link', { name: words('admin_group', { group: 'setup' }) }).click()
    await page.getByRole('link', { name: words('admin_kr_log'), exact: true }).click()
    await page.getByRole('link', { name: words('admin_group', { group: 'sell' }) }).click()
    await expect(field('Nom')).toHaveValue('Ghillie des marais')
    await expect(page.getByText('ghillie.png', { exact: true })).toBeVisible()
    await field('Prix (Kr)').fill('1 200')
    await page.route('**/api/admin/shop-items', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 422, json: { code: 'image_refused' } })
        : route.fallback(),
    )
    await press('Sauvegarder')
    await says("Impossible d'ajouter l'article")
    await sees('admin_failure', { code: 'image_refused' })
    await page.unrouteAll()
    await press('Sauvegarder')
    await says('Article ajouté avec succès')
    await expect(page.getByRole('button', { name: 'Ajouter un article' })).toBeFocused()
    const added = await findItem(product, 'Ghillie des marais')
    expect(added?.price).toBe(1200)
    const stored = await fetch(`${product.origin}${added?.image_url ?? ''}`)
    expect(stored.headers.get('content-type')).toBe('image/webp')
    await expect(shop.getByRole('heading', { name: 'Ghillie des marais' })).toBeVisible()

    await press('Modifier Ghillie des marais')
    await field('Prix (Kr)').fill('900')
    await press('Sauvegarder')
    await says('Article modifié avec succès')
    const edit = page.getByRole('button', { name: 'Modifier Ghillie des marais', exact: true })
    await expect(edit).toBeFocused()
    expect(await findItem(product, 'Ghillie des marais')).toEqual({ ...added, price: 900 })

    await edit.click()
    await press(words('admin_cancel'))
    await expect(edit).toBeFocused()

    // Somebody else changes the price meanwhile: a new picture must not undo that.
    await press('Modifier Ghillie des marais')
    await page.request.patch(`/api/admin/shop-items/${added?.id ?? ''}`, {
      headers: { origin: product.origin },
      data: { price: 950 },
    })
    const readOn = await holdPictures(page)
    await file.setInputFiles({ ...png, buffer: await picture('png', '#c43535') })
    await expect(page.getByRole('button', { name: 'Sauvegarder' })).toBeDisabled()
    await readOn()
    await press('Sauvegarder')
    await expect(field('Nom')).toBeHidden()
    const changed = await findItem(product, 'Ghillie des marais')
    expect(changed?.price).toBe(950)
    expect(changed?.image_url).not.toBe(added?.image_url)

    await press('Supprimer Ghillie des marais')
    const question = page.getByRole('dialog', { name: /Ghillie des marais/ })
    await expect(question).toContainText(words('admin_shop_delete_text'))
    await page.keyboard.press('Escape')
    await press('Supprimer Ghillie des marais')
    await question.getByRole('button', { name: 'Supprimer', exact: true }).click()
    await says('Article supprimé avec succès')
    expect(await findItem(product, 'Ghillie des marais')).toBeUndefined()
    await expect(shop.getByRole('heading', { name: 'Ghillie des marais' })).toBeHidden()
    await page.goto('/admin?section=log')
    await sees('admin_log_action', { action: 'shop_item_deleted' })
  })
})

test.describe('items that could not be loaded', () => {
  test.use({ expectedErrors: [/503/] })

  test('say so, and can be requested again', async ({ page }) => {
    const { words, open, press, says } = shopOwner(page)
    // An event stream that opens late would refetch the items before the press.
    await holdEvents(page)
    await page.route('**/api/admin/shop-items', (route) =>
      route.fulfill({ status: 503, json: { code: 'database_unavailable' } }),
    )
    await open()
    await says('Impossible de charger les articles')
    await page.unroute('**/api/admin/shop-items')
    await press(words('admin_retry'))
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

test('Kr and sold skins in Russian at 320 px: readable by all, and nothing sticks out', async ({
  page,
  context,
  product,
}) => {
  const steamId = '76561198000077003'
  const { words, open } = owner(page, 'ru')
  await chooseLanguage(context, product.origin, 'ru')
  await page.setViewportSize({ width: 320, height: 800 })
  await open('/admin')
  const headers = { origin: product.origin }
  const item = await page.request.post('/api/admin/shop-items', {
    headers,
    data: await itemBody({ name: 'Плитоноска', price: 40 }),
  })
  const { id }: { id: string } = await item.json()
  await page.request.post('/api/admin/krypto-credits', {
    headers,
    data: { steamId, discordUsername: 'Волк', amount: 100 },
  })
  await page.request.post('/functions/v1/process-krypto-skin-purchase', {
    headers,
    data: { steamId, itemName: 'Плитоноска', itemPrice: 40, itemId: id },
  })

  // A form that is higher than the screen opens with its first field visible.
  await page.goto('/admin')
  await page
    .getByRole('button', { name: words('admin_shop_edit_label', { item: 'Плитоноска' }) })
    .click()
  const itemName = page.getByRole('textbox', { name: words('admin_shop_name'), exact: true })
  await expect(itemName).toBeFocused()
  await expect(itemName).toBeInViewport({ ratio: 1 })

  await page.goto('/admin?section=today')
  const todo = page.getByRole('list', { name: words('admin_to_do') })
  await todo.getByRole('link', { name: words('admin_kr_skins') }).click()
  await expect(page.getByRole('button', { name: /^Отметить выданным: Плитоноска/ })).toBeVisible()

  await page.goto('/admin?section=kr')
  const day = page.getByRole('slider', { name: new RegExp(words('admin_kr_chart_flows_day')) })
  await expect(day).toHaveAttribute('aria-valuetext', /\+\d.*−40\sKr/)
  await day.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(day).toHaveAttribute('aria-valuetext', new RegExp(words('admin_kr_chart_nothing')))
  await page.getByRole('button', { name: words('admin_kr_ledger_check') }).click()
  await expect(page.getByText(words('admin_kr_ledger_right'))).toBeVisible()
  await page.getByText(words('admin_kr_chart_table')).last().click()
  await holds(page, 'flows')
  for (const list of ['balances', 'transactions', 'packs']) {
    await page.goto(`/admin?section=kr&list=${list}&search=${steamId}`)
    const found = list === 'packs' ? words('admin_not_found') : 'Волк'
    await expect(page.getByText(found).first()).toBeVisible()
    await holds(page, list)
  }
  await page.goto(`/admin?section=skins&toDeliver=true&search=${steamId}`)
  await page.getByRole('button', { name: /^Отметить выданным: Плитоноска/ }).click()
  await expect(page.getByText(words('admin_kr_skins_handed_over'))).toBeVisible()
  await holds(page, 'skins')
  await page.goto(`/admin?section=log&search=${steamId}`)
  await expect(page.getByText(words('admin_log_action', { action: 'kr_credited' }))).toBeVisible()
  await holds(page, 'log')
})

/** As on a slow phone: the pictures chosen on this page are read once the answered function is called. */
async function holdPictures(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const isReleased = new Promise((resolve) => {
      addEventListener('release-pictures', resolve, { once: true })
    })
    HTMLImageElement.prototype.decode = () => isReleased.then(() => undefined)
  })
  return () => page.evaluate(() => void dispatchEvent(new Event('release-pictures')))
}

async function holds(page: Page, place: string): Promise<void> {
  await expectNoViolations(page, place)
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft(excess, place).toBeLessThanOrEqual(0)
}
