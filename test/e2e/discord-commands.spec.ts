import type { Page } from '@playwright/test'
import { reskinBody } from '#test/factories/checkout.ts'
import { newSteamId } from '#test/factories/ledger.ts'
import type { RunningProduct } from '#test/product.ts'
import { createSandboxControl } from '#test/sandbox-control.ts'
import { players } from '#test/sign-in.ts'
import { createVisitor } from '#test/visitor.ts'
import { rightCode } from './admin-area.ts'
import { buyByRequests } from './buyer.ts'
import { decideAtDiscord } from './discord-sign-in.ts'
import { expect, test } from './fixtures.ts'
import { wordsOf } from './words.ts'

const french = wordsOf('fr')
/** The account at Steam that no other journey links. */
const steamId = '76561198000000042'

/** The channel, as somebody who reads French. */
async function openChannel(page: Page, { sandboxOrigin }: RunningProduct, as: string) {
  await page.goto(`${sandboxOrigin}/discord/channel?as=${as}&locale=fr`)
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel('Command').fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('status')).toHaveText('The shop answered 200.')
}

test('an unlinked player links both accounts from Discord, and reads their perks there', async ({
  page,
  context,
  product,
}) => {
  await openChannel(page, product, players.mallory)
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('/avantages')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await say(page, '/avantages')
  await page.getByRole('link', { name: 'Lier mes comptes' }).first().click()
  await expect(page).toHaveURL(/\/wallet\?from=discord$/)
  await page
    .getByRole('main')
    .getByRole('button', { name: french('orders_sign_in') })
    .click()
  await page.locator(`input[value="${players.mallory}"]`).check()
  await decideAtDiscord(page, 'Authorize')
  await page.getByRole('button', { name: french('steam_claim_button') }).click()
  await page.locator(`input[value="${steamId}"]`).check()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText(french('steam_claim_done_title'))).toBeVisible()
  await expect(
    page.getByRole('main').getByRole('link', { name: french('steam_claim_back_to_discord') }),
  ).toBeVisible()

  await buyByRequests(context, product, { steamId, discordUsername: 'x' })
  await openChannel(page, product, players.mallory)
  await say(page, '/avantages')
  await expect(page.getByRole('article').first()).toContainText('Priority Queue')
  await expect(page.getByRole('article').first()).toContainText('only one person sees this')
})

test('the staff hands over by a button in Discord; nobody else can', async ({ page, product }) => {
  const owner = createVisitor(product.origin)
  const comesFrom = { 'x-forwarded-for': '10.77.33.1' }
  await owner.post('/api/admin/session', { code: rightCode, name: 'Eva' }, comesFrom)
  const person = { discordId: players.plain, name: 'lesnik', role: 'support' }
  expect((await owner.post('/api/admin/people', person)).status).toBe(201)
  const buyer = createVisitor(product.origin)
  const opened = await buyer.post(
    '/functions/v1/discord-purchase-notification',
    reskinBody({ steamId: newSteamId(), discordUsername: 'helmet.buyer' }),
    comesFrom,
  )
  const path = `/api/orders/${String(opened.body['orderId'])}`
  const started = await buyer.post(`${path}/paypal-order`, {})
  const paypalOrderId = String(started.body['paypalOrderId'])
  await createSandboxControl(product.sandboxOrigin).decide(paypalOrderId, 'pay')
  expect((await buyer.post(`${path}/capture`, {})).status).toBe(200)

  const message = page.getByRole('article').filter({ hasText: /helmet.*Livr/s })
  const press = () => message.getByRole('button', { name: 'Livré' }).click()
  await expect(async () => {
    await openChannel(page, product, players.hunter)
    await expect(message.first()).toBeVisible({ timeout: 1000 })
  }).toPass()
  await press()
  await expect(page.getByRole('article').first()).toContainText('Réservé aux membres du staff')
  await openChannel(page, product, players.plain)
  await press()
  await expect(page.getByText(/^✅ Livré.*lesnik/)).toBeVisible()
  const log = await owner.get('/api/admin/audit-log?search=delivery_changed')
  expect(JSON.stringify(log.body)).toContain(`discord:${players.plain}`)
  expect((await owner.delete(`/api/admin/people/${players.plain}`)).status).toBe(204)
})
