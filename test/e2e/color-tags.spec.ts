import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { chooseLanguage, shopper } from './buyer.ts'
import { expect, test } from './fixtures.ts'
import { heading } from './frame-parts.ts'
import { tabTo } from './keyboard.ts'
import { productWords, wordsOf } from './words.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('a name tag in a colour of one’s own by keyboard alone, in English', async ({
  page,
  context,
  product,
}) => {
  await chooseLanguage(context, product.origin, 'en')
  const { words } = shopper(page, 'en')
  await page.goto('/donation/color-tag')
  const { title } = productWords('en', 'name-color-tag')
  await tabTo(page, page.getByRole('link', { name: new RegExp(`^${title}`) }))
  await page.keyboard.press('Enter')
  await expect(heading(page)).toBeFocused()
  const add = page.getByRole('button', { name: words('buy_add') })
  await expect(add).toBeDisabled()

  await tabTo(page, page.getByRole('radio', { name: /^1 / }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /^3 / })).toBeChecked()
  await tabTo(page, page.getByLabel(words('tag_name_field')))
  await page.keyboard.type('Sokol')
  const hex = page.getByLabel(words('color_hex'))
  await tabTo(page, hex)
  await hex.press('ControlOrMeta+a')
  await page.keyboard.type('#FF8C42')
  const preview = words('tag_preview_label', { text: 'Sokol', color: '#ff8c42' })
  await expect(page.getByText(preview)).toBeAttached()
  const red = page.getByLabel(words('color_component', { name: words('color_red') }))
  await tabTo(page, red)
  await expect(hex).toHaveValue('#ff8c42')
  await red.press('ControlOrMeta+a')
  await page.keyboard.type('999')
  await expect(red).toHaveValue('999')
  await tabTo(page, page.getByRole('slider', { name: words('color_green') }))
  await expect(red).toHaveValue('255')
  await page.keyboard.press('ArrowRight')
  await expectNoViolations(page, 'name tag')

  await tabTo(page, add)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText(words('cart_title'))
  await expect(page.getByText('Name Color Tag').first()).toBeVisible()
  await expect(page.getByText(`${words('color')} #ff8d42`)).toBeVisible()
  expect(await storedCart(page)).toMatchObject([
    {
      name: 'Name Color Tag',
      type: 'Name Color Tag',
      price: 55,
      duration: 3,
      color: { r: 255, g: 141, b: 66 },
    },
  ])
})

test('a clan tag in Russian, whose button asks for the duration', async ({
  page,
  context,
  product,
}) => {
  await chooseLanguage(context, product.origin, 'ru')
  const { words } = shopper(page, 'ru')
  await page.goto('/donation/clan-color-tag')
  const add = page.getByRole('button', { name: words('buy_add') })
  await expect(add).toBeDisabled()
  await add.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(words('tag_choose_duration'))
  await expect(page.getByRole('radio', { name: /^1 / })).toBeFocused()
  expect(wordsOf('fr')('tag_choose_duration')).toBe('Veuillez sélectionner une durée')
  expect(await storedCart(page)).toEqual([])

  await page.getByRole('button', { name: words('color_preset_ice') }).click()
  await page.getByLabel(words('tag_clan_field')).fill('КЛЫК')
  await expect(page.getByText('[КЛЫК]').first()).toBeVisible()
  await expect(page.getByText(words('tag_hard_to_read'))).toBeHidden()
  await page.getByLabel(words('color_picker')).fill('#000033')
  await expect(page.getByText(words('tag_hard_to_read'))).toBeVisible()
  await expectNoViolations(page, 'clan tag, hard to read')
  await page.getByRole('button', { name: words('color_reset') }).click()
  await page.getByRole('radio', { name: /^12 / }).check()
  await expect(page.getByRole('alert')).toBeHidden()
  await add.click()

  await expect(heading(page)).toHaveText(words('cart_title'))
  const [item] = await storedCart(page)
  expect(item).toEqual({
    id: expect.any(String),
    name: 'Clan Color Tag',
    type: 'Clan Color Tag',
    price: 155,
    duration: 12,
    color: { r: 155, g: 135, b: 245 },
    steamId: '',
    discordUsername: '',
    details: 'КЛЫК',
  })
})

async function storedCart(page: Page): Promise<readonly unknown[]> {
  return page.evaluate(() => {
    const cart: unknown = JSON.parse(localStorage.getItem('cart') ?? '[]')
    return Array.isArray(cart) ? cart : []
  })
}
