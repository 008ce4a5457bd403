import { buyers, offers, owner, test } from './admin-area.ts'
import { expectNoViolations } from './axe.ts'
import { chooseLanguage } from './buyer.ts'
import { expect } from './fixtures.ts'
import { expectWordsToFit } from './measures.ts'
import { productWords } from './words.ts'

const queue = productWords('fr', 'priority-queue').label

test.describe('a question of a player', () => {
  test.use({ expectedErrors: [/402/] })

  test('is answered from any section: a week is given, and 500 Kr are taken back', async ({
    page,
    product,
  }) => {
    const steamId = '76561198000066001'
    const shop = buyers(product)
    const orderId = await shop.order('Loutre du Nord', offers.found, { steamId })
    const transactionId = await shop.pay(offers.found)
    await expect.poll(() => shop.statusOf(orderId)).toBe('paid')
    const { words, button, open, sees } = owner(page)
    const toasts = page.getByRole('region', { name: words('toast_region') })
    const says = (text: string | RegExp) => expect(toasts.getByText(text).last()).toBeVisible()
    const search = page.getByRole('searchbox', { name: words('admin_player_search') })
    const name = page.getByRole('heading', { name: 'Loutre du Nord', level: 2 })
    for (const text of ['loutre', `Steam ID : ${steamId} !`, transactionId]) {
      await open('/admin?section=log')
      // The page may show before it listens to keys.
      await expect(async () => {
        await page.keyboard.press('/')
        await expect(search).toBeFocused({ timeout: 1000 })
      }).toPass()
      await page.keyboard.insertText(text)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`/admin?section=players&steamId=${steamId}`)
      await expect(name).toBeVisible()
    }
    await expect(page.getByRole('list', { name: words('admin_orders') })).toContainText(
      transactionId,
    )

    const perk = page.getByRole('form', { name: words('admin_perks_grant_title') })
    const count = perk.getByLabel(words('admin_perks_count'))
    await perk.getByRole('radio', { name: words('admin_perks_term_weeks') }).check({ force: true })
    await count.fill('522')
    await perk.getByLabel(words('admin_reason')).fill('Gagnant du tournoi')
    await button('admin_perks_grant').click()
    await expect(count).toHaveAccessibleDescription(
      words('admin_perks_count_wrong', { max: '521' }),
    )
    await count.fill('1')
    await button('admin_perks_grant').click()
    await says(words('admin_perks_granted', { perk: queue }))
    const held = page
      .getByRole('list', { name: words('admin_perks'), exact: true })
      .getByRole('listitem')
      .filter({ hasText: queue })
    // Without a reload.
    await expect(held).toContainText(words('admin_perks_verified'))
    const given = page.getByRole('article', { name: `${queue}, ${steamId}` })
    await expect(given).toContainText('Gagnant du tournoi')
    const take = { perk: queue, steamId }
    await button('admin_perks_void_label', take).click()
    const question = page.getByRole('dialog', { name: words('admin_perks_void_question') })
    await question.getByLabel(words('admin_reason')).fill('Triche')
    await question.getByRole('button', { name: words('admin_perks_void'), exact: true }).click()
    await says(words('admin_perks_void_done'))
    await expect(given).toContainText(words('admin_perks_grant_voided'))
    await expect(given).toBeFocused()

    const kr = page.getByRole('form', { name: words('admin_player_kr_title') })
    const move = async (direction: 'give' | 'take', amount: string) => {
      const label = words('admin_player_kr_directions', { direction })
      await kr.getByRole('radio', { name: label }).check({ force: true })
      await kr.getByLabel(words('admin_shop_amount')).fill(amount)
      await kr.getByLabel(words('admin_reason')).fill('Payé par erreur')
      await button('admin_player_kr_submit').click()
    }
    await move('give', '800')
    await says(/800\sKr/)
    await move('take', '900')
    await expect(kr.getByRole('alert')).toContainText(/800\sKr/)
    await move('take', '500')
    await says(/300\sKr/)
    await expect(page.getByRole('list', { name: words('admin_kr_transactions') })).toContainText(
      'Payé par erreur',
    )

    await page.getByLabel(words('admin_player_note')).fill('Remboursé en jeu.')
    await button('admin_player_note_add').click()
    const notes = page.getByRole('list', { name: words('admin_player_notes') }).locator('> li')
    await expect(notes).toContainText('Remboursé en jeu.')
    await button('admin_player_note_remove').click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: words('admin_player_note_remove') })
      .click()
    await expect(notes).toHaveCount(0)

    await page.goto('/admin?section=log')
    await sees('admin_log_action', { action: 'kr_corrected' })
    await page.getByRole('link', { name: steamId }).first().click()
    await expect(name).toBeVisible()
  })
})

test('several players are listed, one whom nobody has seen has a page, and axe finds nothing there', async ({
  page,
  context,
  product,
}) => {
  const steamId = '76561198000066003'
  const shop = buyers(product)
  await shop.order('Рысь Севера', offers.listed, { steamId: '76561198000066002' })
  await shop.order('Рысь', offers.listed, { steamId })
  await chooseLanguage(context, product.origin, 'ru')
  const { words, open, button } = owner(page, 'ru')
  await open('/admin?section=players')
  const search = page.getByRole('searchbox', { name: words('admin_player_search') })
  await search.fill('Рысь')
  await search.press('Enter')
  const found = page.getByRole('list', { name: words('admin_players') }).getByRole('listitem')
  await expect(found).toHaveCount(2)
  await expect(found.first()).toContainText(steamId)
  await expectNoViolations(page, 'found players')
  await found.first().getByRole('link').click()
  await expect(button('admin_perks_grant')).toBeVisible()
  await expectNoViolations(page, 'a player')
  await expectWordsToFit(page, 'a player', [320, 1440])

  await search.fill('76561198000066004')
  await search.press('Enter')
  await expect(page.getByText(words('admin_player_unknown'))).toBeVisible()
  const kr = page.getByRole('form', { name: words('admin_player_kr_title') })
  await kr.getByLabel(words('admin_shop_amount')).fill('5')
  await kr.getByLabel(words('admin_reason')).fill('Подарок')
  await button('admin_player_kr_submit').click()
  const question = page.getByRole('dialog', { name: words('admin_player_unknown') })
  await expectNoViolations(page, 'the question before Kr go to somebody unknown')
  await question.getByRole('button', { name: words('admin_player_kr_submit') }).click()
  await expect(question).toBeHidden()
  await expect(page.getByText(words('admin_player_unknown'))).toBeHidden()
})
