import { discordCredentials, stripeCredentials } from '#sandbox/credentials.ts'
import { fill, readMessageTexts } from '#server/services/messages/message-texts.ts'
import { findFreePort } from '#test/free-port.ts'
import { owner } from './admin-area.ts'
import { expectNoViolations } from './axe.ts'
import { decideAtDiscord, signInButton } from './discord-sign-in.ts'
import { expect, test as base } from './fixtures.ts'
import { expectWordsToFit } from './measures.ts'
import { wordsOf } from './words.ts'

const words = wordsOf('fr')

const test = base.extend({
  expectedErrors: [/503/],
  productSettings: [
    async ({ browserName: _browserName }, use) => {
      const sandboxPort = String(await findFreePort())
      const sandboxOrigin = `http://127.0.0.1:${sandboxPort}`
      const { clientId, webhookId, webhookToken } = discordCredentials
      await use({
        SANDBOX_PORT: sandboxPort,
        STRIPE_SECRET_KEY: 'sk_test_wrong',
        STRIPE_WEBHOOK_SECRET: stripeCredentials.webhookSecret,
        STRIPE_BASE_URL: sandboxOrigin,
        DISCORD_CLIENT_ID: clientId,
        DISCORD_CLIENT_SECRET: 'wrong',
        DISCORD_WEBHOOK_URL: `${sandboxOrigin}/api/webhooks/${webhookId}/${webhookToken}`,
        DISCORD_BASE_URL: sandboxOrigin,
      })
    },
    { scope: 'worker' },
  ],
})

test('wrong keys are no fault of players, and the staff read which', async ({ page }) => {
  await page.goto('/')
  await signInButton(page, words).click()
  await decideAtDiscord(page, 'Authorize')
  await expect(page.getByText(words('login_not_set_up'))).toBeVisible()

  await page.goto('/krypto-points')
  await page.getByRole('button', { name: 'Acheter · 0,99' }).click()
  await page.getByRole('textbox', { name: words('player_steam_id') }).fill('76561198006409604')
  await page.getByRole('textbox', { name: words('player_discord') }).fill('sokol')
  await page.getByRole('button', { name: words('packs_pay', { price: '' }).trim() }).click()
  await expect(page.getByText(words('packs_problem_not_set_up'))).toBeVisible()

  await owner(page).open('/admin?section=today')
  const { connections, 'connection-actions': actions } = readMessageTexts('fr')
  for (const [provider, code] of [
    ['Stripe', 'key_refused'],
    ['Discord', 'client_refused'],
  ] as const) {
    await expect(page.getByText(fill(connections[code], { provider }))).toBeVisible()
    await expect(page.getByText(fill(actions[code], { provider }))).toBeVisible()
  }

  await page.goto('/admin?section=connections')
  // Of the sign-in that failed, before any test.
  const discord = page.getByRole('article', { name: 'Discord', exact: true })
  await expect(discord).toContainText(fill(actions.client_refused, { provider: 'Discord' }))
  for (const [provider, code] of [
    ['Stripe', 'key_refused'],
    ['PayPal', 'ready'],
  ] as const) {
    const connection = page.getByRole('article', { name: provider })
    await connection.getByRole('button').click()
    const found = connection.getByRole(code === 'ready' ? 'status' : 'alert')
    await expect(found).toContainText(fill(connections[code], { provider }))
  }
  await expect(page.getByText(words('admin_connection_none')).first()).toBeVisible()
  await expectNoViolations(page, 'connections')
  await expectWordsToFit(page, 'connections', [320])
})
