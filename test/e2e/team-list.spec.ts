import type { Page } from '@playwright/test'
import type { RunningProduct } from '#test/product.ts'
import { createVisitor } from '#test/visitor.ts'
import { expectNoViolations } from './axe.ts'
import { expect } from './fixtures.ts'
import { openByLink, toasts } from './frame-parts.ts'
import { watchLayoutShifts } from './layout-shifts.ts'
import { expectNoSideways } from './measures.ts'
import { stopTime } from './page-clock.ts'
import { listingBody, test } from './team-players.ts'
import { wordsOf } from './words.ts'

const words = wordsOf('fr')
const listAddress = /\/api\/team-listings(\?|$)/

/** The controls of the list. */
function reader(page: Page) {
  const main = page.getByRole('main')
  return {
    main,
    cards: main.getByRole('article'),
    search: main.getByRole('searchbox'),
    filters: main.getByRole('button', { name: words('team_list_filters') }),
    chosen: main.getByRole('list', { name: words('team_list_set_filters') }).getByRole('button'),
    found: main.getByRole('status').filter({ hasText: words('team_list_listings').toLowerCase() }),
    more: main.getByRole('button', { name: words('team_list_more') }),
    none: main.getByText(words('team_list_none'), { exact: true }),
    clear: main.getByRole('button', { name: words('team_list_clear') }),
    dialog: page.getByRole('dialog', { name: words('team_list_contact') }),
  }
}

/** Posts listings of several players, each from their own network. */
async function fillList(
  { origin }: RunningProduct,
  count: number,
  change: (place: number) => Readonly<Record<string, unknown>>,
): Promise<void> {
  const visitor = createVisitor(origin)
  for (let place = 0; place < count; place += 1) {
    const body = { ...listingBody(`Meute ${place}`, `loup${place}`), ...change(place) }
    const network = { 'x-forwarded-for': `10.7.0.${place}` }
    // One after the other, so that their order is known.
    // oxlint-disable-next-line no-await-in-loop
    expect((await visitor.post('/api/team-listings', body, network)).status).toBe(201)
  }
}

test('the specified texts of the list', () => {
  const english = wordsOf('en')
  expect(english('team_list_none')).toBe('No listings found')
  expect(english('team_list_be_first')).toBe('Be the first to post a listing!')
  expect(english('team_list_create')).toBe('Create Listing')
})

test.describe('of many listings', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] })

  test('matching listings are found, page by page, and the address keeps the search', async ({
    page,
    product,
  }) => {
    await fillList(product, 30, (place) => ({
      type: place < 3 ? 'LFT' : 'LFG',
      hasMicrophone: place !== 0,
      languages: place < 2 ? ['ru'] : ['fr'],
      playStyles: place === 1 ? ['raiding'] : [],
    }))
    const { main, cards, search, filters, chosen, found, more, none, clear } = reader(page)
    const readShift = await watchLayoutShifts(page)
    // An event stream that opens late would refetch the list while that is refused.
    const listens = page.waitForResponse('**/api/events*')
    await page.goto('/team')
    await listens
    await expect(cards).toHaveCount(24)
    expect(await readShift()).toBeLessThanOrEqual(0.002)

    await search.fill('meute')
    await expect(page).toHaveURL('/team?search=meute')
    await expect(found).toHaveText(words('team_list_found_more', { count: '24', total: '30' }))
    await expect(cards.first()).toContainText('Meute 29')

    await page.route(listAddress, (route) => route.abort())
    await more.click()
    await expect(main.getByRole('alert')).toContainText(words('team_list_more_failed'))
    await page.unroute(listAddress)
    await main.getByRole('button', { name: words('retry') }).click()
    await expect(cards).toHaveCount(30)
    await expect(cards.nth(24).getByRole('heading')).toBeFocused()
    await expect(more).toBeHidden()
    await expect(main.getByRole('alert')).toHaveCount(0)

    await search.fill('LOUP2')
    await expect(cards).toHaveCount(11)
    await search.fill('meute')
    await filters.click()
    await main.getByRole('radio', { name: 'LFT' }).check()
    await expect(cards).toHaveCount(3)
    await main
      .getByRole('group', { name: words('team_list_microphone') })
      .getByRole('radio', { name: words('team_list_with'), exact: true })
      .check()
    await expect(cards).toHaveCount(2)
    await main.getByRole('combobox', { name: words('team_list_language') }).selectOption('ru')
    await expect(cards).toHaveCount(1)
    await expect(page).toHaveURL('/team?search=meute&type=LFT&hasMicrophone=true&language=ru')
    await expectNoViolations(page, 'open filters of the team finder')

    await page.reload()
    await expect(cards).toHaveCount(1)
    await expect(cards).toContainText('Meute 1')
    await expect(search).toHaveValue('meute')
    await expect(chosen).toHaveCount(3)
    await main
      .getByRole('link', { name: words('team_list_create') })
      .first()
      .click()
    await expect(page).toHaveURL('/team/create')
    await page.goBack()
    await expect(cards).toHaveCount(1)

    await chosen.last().click()
    await expect(cards).toHaveCount(2)
    await expect(filters).toBeFocused()
    await search.fill('personne ne dit cela')
    await expect(none).toBeVisible()
    await expect(main.getByText(words('team_list_none_matches'))).toBeVisible()
    await expectNoViolations(page, 'team finder that found nothing')
    await clear.click()
    await expect(page).toHaveURL('/team')
    await expect(cards).toHaveCount(24)
    await expect(main.getByRole('heading', { name: words('team_list_listings') })).toBeFocused()
  })
})

test('an author is contacted by the copied name', async ({ page, context, product }) => {
  await context.grantPermissions(['clipboard-write'])
  const whole = 'Escouade calme, base près du lac, sorties le soir\nMicro conseillé <b>vraiment</b>'
  await fillList(product, 1, () => ({ description: whole, discordUsername: 'rôdeur <3' }))
  const { main, cards, search, dialog } = reader(page)
  await page.clock.install()
  await page.goto('/team?search=escouade')
  await expect(cards).toContainText('Escouade calme, base près du lac, sortie…')
  await expect(cards).not.toContainText('Micro conseillé')
  await cards.getByRole('button', { name: words('team_list_read_more') }).click()
  await expect(cards).toContainText('Micro conseillé <b>vraiment</b>')
  await cards.getByRole('button', { name: words('team_list_read_less') }).click()
  await expect(cards).not.toContainText('Micro conseillé')
  const contact = main.getByRole('button', {
    name: words('team_list_contact_name', { name: 'rôdeur <3' }),
  })
  await contact.click()
  await expect(dialog.getByText(whole)).toBeVisible()
  await expect(dialog.getByRole('link')).toHaveCount(0)
  await expectNoViolations(page, 'dialog of a listing')
  const copy = dialog.getByRole('button', { name: words('team_list_copy'), exact: true })
  await expect(copy).toBeFocused()
  const icon = await copy.innerHTML()
  // Both disappear by themselves, the tick after two seconds.
  await stopTime(page)
  await page.keyboard.press('Enter')
  await expect.poll(() => copy.innerHTML()).not.toBe(icon)
  await expect(toasts(page, words)).toContainText(words('team_list_copied'))
  await page.clock.runFor(2000)
  await expect.poll(() => copy.innerHTML()).toBe(icon)
  await page.clock.resume()

  await dialog.getByRole('button', { name: words('team_list_report') }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(contact).toBeFocused()

  // Our pages may not read the clipboard, but a visitor may paste.
  await search.fill('')
  await page.keyboard.press('ControlOrMeta+V')
  await expect(search).toHaveValue('rôdeur <3')
  await expect(cards).toHaveCount(1)
})

test('no text of a listing makes the page wider, not even marks stacked on one letter', async ({
  page,
  product,
}) => {
  const stacked = `Z${'\u{300}\u{301}\u{316}\u{317}'.repeat(30)} débordement`
  await fillList(product, 1, () => ({ description: stacked, discordUsername: 'W'.repeat(100) }))
  const { cards, dialog } = reader(page)
  await page.goto('/team?search=debordement')
  await expect(cards).toHaveCount(1)
  await expectNoSideways(page, 'a listing of stacked marks')
  await page.setViewportSize({ width: 320, height: 900 })
  await cards.getByRole('button').click()
  const overflow = dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  expect(await overflow).toBe(0)
})

test.describe('when the list does not come', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] })

  test('the page says so, shows the copy of this device where there is one, and asks again', async ({
    page,
    product,
  }) => {
    await fillList(product, 1, () => ({ description: 'Bunker ouvert à tous' }))
    const { main, cards } = reader(page)
    const retry = main.getByRole('button', { name: /Réessayer/ })
    // A stream that opens late makes the page refetch the list, which removes the button.
    await page.route('**/api/events*', (route) => route.abort())
    await page.route(listAddress, (route) => route.abort())
    await openByLink(page, words, 'section_team_finder')
    await expect(main.getByRole('alert')).toContainText(words('team_list_failed_title'))
    await expect(cards).toHaveCount(0)
    await expectNoViolations(page, 'team finder that failed')
    await page.unroute(listAddress)
    await retry.click()
    await expect(cards.first()).toContainText('Bunker ouvert à tous')
    await expect(main.getByRole('alert')).toHaveCount(0)

    await page.route(listAddress, (route) => route.abort())
    await page.reload()
    await expect(main.getByText(words('team_list_copy_text'))).toBeVisible()
    await expect(
      main.getByText(words('team_list_copy_time', { time: '' }).slice(0, -2)),
    ).toBeVisible()
    await expect(cards.first()).toContainText('Bunker ouvert à tous')
    await page.unroute(listAddress)
    await retry.click()
    await expect(main.getByText(words('team_list_copy_text'))).toBeHidden()
  })
})
