import type { Locator, Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { chooseLanguage } from './buyer.ts'
import { expect, test } from './fixtures.ts'
import { heading, toasts } from './frame-parts.ts'
import { tabTo } from './keyboard.ts'
import { productWords, wordsOf } from './words.ts'

test('a reskin, by keyboard alone, in Russian at 390 px', async ({ page, context, product }) => {
  const words = wordsOf('ru')
  await page.setViewportSize({ width: 390, height: 844 })
  await chooseLanguage(context, product.origin, 'ru')
  await page.goto('/donation/reskin')
  await openByKeyboard(page, words('reskin_weapon'))
  await openByKeyboard(page, productWords('ru', 'reskin-sniper').label)
  await expect(heading(page)).toHaveText('Sniper Reskin')
  await expect(heading(page)).toBeFocused()

  const basic = page.getByRole('button', { name: / Basic$/ })
  const advanced = page.getByRole('button', { name: / Advanced$/ })
  const buy = page.getByRole('button', { name: words('buy_now') })
  await expect(buy).toBeDisabled()
  await expect(page.getByText(words('reskin_choose_first'))).toBeVisible()

  await tabTo(page, basic)
  await page.keyboard.press('Space')
  await expectPressed(basic, advanced)
  await expect(basic).toHaveText(`${words('reskin_selected')} Basic`)
  await expect(page.getByText('Sniper Reskin Basic · 15')).toBeVisible()
  await tabTo(page, advanced)
  await page.keyboard.press('Enter')
  await expectPressed(advanced, basic)
  await expect(basic).toHaveText(`${words('reskin_select')} Basic`)
  await expect(page.getByText('Sniper Reskin Advanced · 25')).toBeVisible()

  await tabTo(page, buy)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/cart')
  await expect(toasts(page, words)).toContainText(words('cart_added'))
  await expect(toasts(page, words)).toContainText('Sniper Reskin Advanced')
  expect(await storedCart(page)).toEqual([
    { id: expect.any(String), name: 'Sniper Reskin Advanced', type: 'Reskin', price: 25 },
  ])
})

async function openByKeyboard(page: Page, tile: string): Promise<void> {
  await tabTo(page, page.getByRole('main').getByRole('link', { name: new RegExp(`^${tile}`) }))
  await page.keyboard.press('Enter')
  await expect(heading(page)).toBeFocused()
}

async function expectPressed(pressed: Locator, other: Locator): Promise<void> {
  await expect(pressed).toHaveAttribute('aria-pressed', 'true')
  await expect(other).toHaveAttribute('aria-pressed', 'false')
}

function storedCart(page: Page): Promise<unknown> {
  return page.evaluate((): unknown => JSON.parse(localStorage.getItem('cart') ?? 'null'))
}

test('the weapons in French: two lead on, the others to what is yet to come', async ({ page }) => {
  await page.goto('/donation/reskin/weapon')
  const main = page.getByRole('main')
  const tiles = main.getByRole('list', { name: 'Ce que vous pouvez personnaliser' })
  await expect(tiles.getByRole('listitem')).toHaveCount(3)
  await expect(tiles.getByRole('link')).toHaveCount(3)
  await expect(tiles.getByRole('link', { name: /^Sniper/ })).toHaveAttribute(
    'href',
    '/donation/reskin/weapon/sniper',
  )
  await expect(tiles.getByRole('link', { name: /^Armes automatiques/ })).toHaveAttribute(
    'href',
    '/donation/reskin/weapon/auto',
  )

  const others = tiles.getByRole('listitem').filter({ hasText: 'Autres armes' })
  await expect(others).toContainText('Bientôt disponible')
  await expectNoViolations(page, 'weapons')
  await others.getByRole('link').click()
  await expect(page).toHaveURL('/coming-soon')
  await page.goBack()

  await main.getByRole('link', { name: 'Retour' }).click()
  await expect(page).toHaveURL('/donation/reskin')
  await expectNoViolations(page, 'reskins')
})

test('the donation page leads past the skin shop to a piece of gear, and Retour leads back up', async ({
  page,
}) => {
  const main = page.getByRole('main')
  await page.goto('/donation')
  await main.getByRole('link', { name: /^Skins/ }).click()
  await expect(page).toHaveURL('/donation/skin')
  await main.getByRole('link', { name: 'Voir les reskins' }).click()
  await expect(page).toHaveURL('/donation/reskin')
  await expect(heading(page)).toHaveText('Reskins')
  await main.getByRole('link', { name: /^Équipement/ }).click()
  await expect(page).toHaveURL('/donation/reskin/gear-type')
  await expect(main.getByRole('link', { name: /^Pack reskin gear/ })).toHaveAttribute(
    'href',
    '/donation/skin',
  )
  await main.getByRole('link', { name: /^Simple reskin gear/ }).click()
  await expectPiecesOfGear(page)
  await main.getByRole('link', { name: /^Armure/ }).click()
  await expect(heading(page)).toHaveText('Armure Reskin')
  for (const up of ['/donation/reskin/gear', '/donation/reskin/gear-type', '/donation/reskin']) {
    await main.getByRole('link', { name: 'Retour' }).click()
    await expect(page).toHaveURL(up)
  }
  await page.goto('/donation/reskin/gear/top-pant')
  await expectPiecesOfGear(page)
})

async function expectPiecesOfGear(page: Page): Promise<void> {
  const links = page.getByRole('main').getByRole('listitem').getByRole('link')
  await expect(links).toHaveCount(4)
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
    ['top', 'pant', 'armour', 'helmet'].map((piece) => `/donation/reskin/gear/${piece}`),
  )
  for (const [index, label] of ['Top', 'Pantalon', 'Armure', 'Helmet'].entries()) {
    await expect(links.nth(index)).toHaveAccessibleName(new RegExp(`^${label}`))
  }
}

test('a press anywhere on a tier selects it, and axe finds nothing then', async ({ page }) => {
  await page.goto('/donation/reskin/gear/helmet/')
  const tiers = page.getByRole('list', { name: 'Choisissez votre niveau' }).getByRole('listitem')
  const basic = tiers.filter({ has: page.getByRole('heading', { name: 'Basic' }) })
  await basic.getByRole('heading', { name: 'Basic' }).click({ force: true })
  await expect(basic.getByRole('button')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('button', { name: 'Acheter maintenant' })).toBeEnabled()
  await expectNoViolations(page, 'a selected tier')
})
