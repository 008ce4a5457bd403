import type { BrowserContext, Page, Route } from '@playwright/test'
import type { ServerStatus } from '#contract/server-status.ts'
import { expectNoViolations } from './axe.ts'
import { chooseLanguage } from './buyer.ts'
import { expect, test } from './fixtures.ts'
import { openByLink, toasts } from './frame-parts.ts'
import { watchLayoutShifts } from './layout-shifts.ts'
import { stopTime } from './page-clock.ts'
import { wordsOf } from './words.ts'

const words = wordsOf('fr')
const russian = wordsOf('ru')
const stretchMs = 600_000

const serverCard = (page: Page) => page.getByRole('main')
const liveLink = (page: Page, status: string) =>
  page.getByRole('link', { name: new RegExp(`^${words(status)} `) })
const discordLink = (page: Page) =>
  page.getByRole('main').getByRole('link', { name: words('nav_discord'), exact: true })
const mainButton = /button-primary/
const copyButton = (page: Page) => page.getByRole('button', { name: words('servers_copy') })

test.describe('when our own server does not answer', () => {
  test.use({ expectedErrors: [/503/] })

  test('the last value stays with its age, and the graph can be asked for again', async ({
    page,
  }) => {
    const refuse = (route: Route) => route.fulfill({ status: 503 })
    await page.route('**/api/events*', refuse)
    await page.route('**/api/server-status/history', refuse)
    await openByLink(page, words, 'nav_servers')
    await expect(page.getByText(words('servers_day_failed_title'))).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveAttribute('value', /\d/)
    const shown = await serverCard(page)
      .getByText(/^\d+ \/ \d+$/)
      .textContent()
    await expect(page.getByText(words('servers_light_unknown'))).toBeHidden()
    await page.route('**/api/server-status', refuse)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    const lost = words('servers_line_lost').split(':')[0]?.trim() ?? ''
    await expect(page.getByText(lost)).toContainText(/il y a \d+/)
    await expect(page.getByText(words('servers_light_unknown'))).toBeVisible()
    await expect(serverCard(page)).toContainText(shown ?? 'a number of players')
    await expect(page.getByText(words('servers_unknown'))).toBeVisible()
    await expectNoViolations(page, 'servers with an old value')

    await openByLink(page, words, 'nav_servers')
    await expect(page.getByText(words('servers_never_reached'))).toBeVisible()
    await expect(page.getByText(words('servers_unknown'))).toBeVisible()
    await expect(serverCard(page)).toContainText(words('servers_players_unknown'))
    const join = page.getByRole('button', { name: words('servers_join'), exact: true })
    await expect(join).toBeDisabled()
    await expect(join).toHaveAccessibleDescription(words('servers_join_no_address'))
    await expect(copyButton(page)).toBeDisabled()
  })
})

test('copying the address shows a tick for a moment', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-write'])
  await page.clock.install()
  await page.goto('/servers')
  const button = copyButton(page)
  await expect(button).toBeEnabled()
  const icon = await button.innerHTML()
  // Both disappear by themselves, the tick after two seconds.
  await stopTime(page)
  await button.click()
  await expect.poll(() => button.innerHTML()).not.toBe(icon)
  await expect(toasts(page, words)).toContainText(words('servers_copied'))
  await page.clock.runFor(2000)
  await expect.poll(() => button.innerHTML()).toBe(icon)
  await page.clock.resume()
  const shown = await serverCard(page)
    .getByText(/^[\w-]+\.[\w.-]+:\d+$/)
    .textContent()
  // Our pages may not read the clipboard, but a visitor may paste.
  await page.goto('/wallet')
  const field = page.getByRole('textbox').first()
  await field.focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(field).toHaveValue(shown ?? 'an address')
})

test('where the browser refuses to copy, the page says so and names the address', async ({
  page,
  context,
  product,
}) => {
  const browser = await context.newCDPSession(page)
  await browser.send('Browser.setPermission', {
    permission: { name: 'clipboard-write' },
    setting: 'denied',
    origin: product.origin,
  })
  await page.goto('/')
  await expect(copyButton(page)).toBeEnabled()
  await copyButton(page).click()
  await expect(toasts(page, words)).toContainText(words('servers_copy_failed'))
  await expect(toasts(page, words)).toContainText(/[\w.-]+:\d+/)
})

/** A day in steps of ten minutes, with a gap of six hours in its newer half. */
function madeHistory(): object {
  const newest = Math.floor(Date.now() / stretchMs) * stretchMs
  const samples = Array.from({ length: 145 }, (_, index) => ({
    at: new Date(newest - (144 - index) * stretchMs).toISOString(),
    players: index === 140 ? 57 : 20 + (index % 12),
  })).filter((_, index) => index < 72 || index >= 108)
  return { stretchSeconds: stretchMs / 1000, maxPlayers: 60, samples }
}

test('a screen reader can read the graph of a day', async ({ page, context, product }) => {
  await page.route('**/api/server-status/history', (route) =>
    route.fulfill({ json: madeHistory() }),
  )
  await openByLink(page, words, 'nav_servers')
  await expect(page.getByRole('figure')).toHaveAccessibleName(/57/)
  const slider = page.getByRole('slider', { name: words('servers_day_reader') })
  await expect(slider).toHaveAttribute('aria-valuetext', /joueurs\s: \d+$/)
  await slider.focus()
  await page.keyboard.press('Home')
  const first = await slider.getAttribute('aria-valuetext')
  await page.keyboard.press('ArrowRight')
  await expect(slider).not.toHaveAttribute('aria-valuetext', first ?? '')
  const gap = words('servers_day_gap').replace(/^.*· /, '')
  await slider.fill('90')
  await expect(slider).toHaveAttribute('aria-valuetext', new RegExp(`${gap}$`))
  await page.getByText(words('servers_day_table')).click()
  const table = page.getByRole('table')
  await expect(table.getByRole('row')).toHaveCount(25)
  await expect(
    table.getByRole('cell', { name: words('servers_day_not_measured') }),
  ).not.toHaveCount(0)
  await expect(table.getByRole('cell', { name: '57' })).toHaveCount(1)

  await chooseLanguage(context, product.origin, 'ru')
  await page.setViewportSize({ width: 320, height: 800 })
  await openByLink(page, russian, 'nav_servers')
  await page.getByText(russian('servers_day_table')).click()
  await expectNoViolations(page, 'graph and table in Russian')
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(sideways).toBe(0)
})

test('open pages show at once that the server goes down, and that it is back', async ({
  page,
  context,
  request,
}) => {
  // BattleMetrics' status at the start. The server's own tests check that later ones become events,
  // without the half minute between two requests.
  const readStatus = async (): Promise<ServerStatus> =>
    (await request.get('/api/server-status')).json()
  // The product is ready before its first request for the status is answered.
  await expect.poll(readStatus).toMatchObject({ status: 'online', players: 42 })
  const real = await readStatus()
  const [down, back] = await holdServerEvents(context, [
    { ...real, status: 'offline', players: 0 },
    { ...real, players: 41 },
  ])
  const readShift = await watchLayoutShifts(page)
  await page.goto('/servers')
  await expect(serverCard(page)).toContainText('42 / 60')
  expect(await readShift()).toBeLessThan(0.01)
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', '42')
  await expect(page.getByText(words('servers_online'))).toBeVisible()
  const join = page.getByRole('link', { name: words('servers_join'), exact: true })
  await expect(join).toHaveAttribute('href', /^steam:\/\/connect\/[\w.-]+:\d+$/)
  await expect(join).toHaveClass(mainButton)
  const landing = await context.newPage()
  await landing.goto('/')
  await expect(liveLink(landing, 'servers_online')).toContainText('42 / 60')
  // The pages' regular requests would return the real status again.
  await context.route('**/api/server-status', () => new Promise(() => undefined))

  down?.()
  await expect(page.getByText(words('servers_offline'), { exact: true })).toBeVisible()
  await expect(liveLink(landing, 'servers_offline')).toBeVisible()
  // Nobody can join now, so that is not what the page asks for first.
  await expect(join).not.toHaveClass(mainButton)
  await expect(join).toHaveAccessibleDescription(words('servers_join_offline'))
  await expect(discordLink(page)).toHaveClass(mainButton)
  await expect(discordLink(landing)).toHaveClass(mainButton)
  back?.()
  await expect(page.getByText(words('servers_online'))).toBeVisible()
  await expect(serverCard(page)).toContainText('41 / 60')
  await expect(liveLink(landing, 'servers_online')).toContainText('41 / 60')
})

/** Fakes the event stream of all pages; each returned function sends the next status to every page. */
async function holdServerEvents(
  context: BrowserContext,
  statuses: readonly ServerStatus[],
): Promise<readonly (() => void)[]> {
  const events = statuses.map((status) => ({ status, ...Promise.withResolvers<void>() }))
  const sent = new Map<Page, number>()
  await context.route('**/api/events*', async (route) => {
    const reader = route.request().frame().page()
    const next = events[sent.get(reader) ?? 0]
    if (!next) return
    await next.promise
    sent.set(reader, (sent.get(reader) ?? 0) + 1)
    // The response ends with its event; then the browser reconnects for the next.
    await route.fulfill({
      contentType: 'text/event-stream',
      body: `retry: 1\nevent: server-status\ndata: ${JSON.stringify(next.status)}\n\n`,
    })
  })
  return events.map(({ resolve }) => resolve)
}
