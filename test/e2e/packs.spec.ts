import type { Page } from '@playwright/test'
import { legalVersion } from '#test/shipped-documents.ts'
import { createSandboxControl } from '#test/sandbox-control.ts'
import { expectNoViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { heading } from './frame-parts.ts'
import { wordsOf } from './words.ts'

const words = wordsOf('fr')
const kr = (amount: string): string => `${amount}\u00A0Kr`

test('the page notices that its pack was paid in another tab @translated', async ({ page }) => {
  // The balance in the bar is the way in.
  await page.goto('/')
  await badge(page).click()
  // The page before has the same link, and the next one scrolls to its heading.
  await expect(heading(page)).toBeFocused()
  await page
    .getByRole('main')
    .getByRole('link', { name: words('section_krypto_points'), exact: true })
    .first()
    .click()
  await expect(page).toHaveURL('/krypto-points')
  await choosePack(page, '4,99')
  await expectNoViolations(page, 'the dialog of a pack')
  const terms = page
    .getByRole('dialog')
    .getByRole('link', { name: words('checkout_agreement_terms') })
  await expect(terms).toHaveAttribute('href', '/legal/terms')
  await fillIn(page, '76561198006409601')
  const stripe = await pressPay(page)
  await expect(page.getByText(words('packs_waiting_title'))).toBeVisible()
  // Whoever closed the tab finds the payment page again, but it cannot change this page.
  await expect(page.getByRole('link', { name: words('packs_open_payment') })).toHaveAttribute(
    'href',
    stripe.url(),
  )
  expect(await stripe.evaluate(() => window.opener)).toBeNull()
  await expect(badge(page)).toHaveText(kr('0'))
  await expectNoViolations(page, 'a pack that is being paid')

  await stripe.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(stripe.getByRole('heading', { level: 1 })).toHaveText('+550 Kryptonite')
  await expect(stripe.getByText('Achat réussi! Vous avez reçu 550 Kryptonite!')).toBeVisible()
  await expectNoViolations(stripe, 'a pack that is paid')
  await expect(badge(stripe)).toHaveText(kr('550'))

  await expect(badge(page)).toHaveText(kr('550'))
  await expect(page.getByText(words('packs_arrived_title', { kr: '550' }))).toBeVisible()

  await stripe.reload()
  await expect(stripe.getByRole('heading', { level: 1 })).toHaveText('+550 Kryptonite')
  await expect(stripe.getByText('Achat réussi!', { exact: false })).toHaveCount(0)
  await stripe.getByRole('link', { name: words('packs_back') }).click()
  await expect(stripe).toHaveURL('/krypto-points')
  await stripe.goBack()
  await expect(stripe.getByRole('heading', { level: 1 })).toHaveText('+550 Kryptonite')
  await expect(badge(page)).toHaveText(kr('550'))

  // The buyer's browser shows what it paid for, without an account.
  await stripe
    .getByRole('main')
    .getByRole('link', { name: words('to_wallet') })
    .click()
  await expect(stripe.getByText(words('wallet_line_pack', { amount: kr('500') }))).toBeVisible()
})

test('missing fields are named, and no tab opens', async ({ page, context }) => {
  // Leaving the field shows its error, which must not move the button away from under the press.
  await page.setViewportSize({ width: 320, height: 844 })
  await choosePack(page, '0,99')
  await payButton(page).click()
  await expect(page.getByText('Information manquante')).toBeVisible()
  await expect(page.getByText("Steam ID et nom Discord requis pour l'achat")).toBeVisible()
  await expect(steamIdField(page)).toBeFocused()
  await expect(page.getByText(words('player_steam_id_empty'))).toBeVisible()
  await expect(page.getByText(words('player_discord_empty'))).toBeVisible()
  expect(context.pages()).toHaveLength(1)
})

// A browser without tabs, such as that of an app, opens every window in this one.
const windowless = {
  'has no tabs': (url?: string | URL) => {
    location.assign(url ?? '')
    return window
  },
  'blocks popups': () => null,
}
for (const [what, open] of Object.entries(windowless)) {
  test(`a browser that ${what} pays in the same tab, and is back with the Kr`, async ({ page }) => {
    await page.addInitScript(`window.open = ${open.toString()}`)
    await choosePack(page, '9,99')
    await fillIn(page, what === 'has no tabs' ? '76561198006409602' : '76561198006409606')
    await payButton(page).click()
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('+1\u202F100 Kryptonite')
    await expect(badge(page)).toHaveText(kr('1\u202F100'))
  })
}

test.describe('Stripe is unavailable', () => {
  test.use({ expectedErrors: [/503/] })

  test('nothing is lost: no tab opens, and the next press pays', async ({
    page,
    context,
    product,
  }) => {
    const sandbox = createSandboxControl(product.sandboxOrigin)
    const path = '/v1/checkout/sessions'
    await sandbox.fail({ provider: 'stripe', kind: '500', times: 20, path })
    await choosePack(page, '0,99')
    await fillIn(page, '76561198006409603')
    await payButton(page).click()
    await expect(
      page.getByRole('listitem').getByText('Impossible de créer la session de paiement'),
    ).toBeVisible()
    await expect(page.getByText(words('packs_problem_stripe'))).toBeVisible()
    await expect(steamIdField(page)).toHaveValue('76561198006409603')
    expect(context.pages()).toHaveLength(1)

    await sandbox.clearFaults()
    const stripe = await pressPay(page)
    await stripe.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(badge(page)).toHaveText(kr('100'))
  })
})

test.describe('a field that the server refuses', () => {
  test.use({ expectedErrors: [/422/] })

  test('has its error and the focus, until it is changed', async ({ page }) => {
    const message = 'refused'
    const errors = [{ path: 'discordUsername', code: 'invalid_format', message }]
    await page.route('**/create-krypto-checkout', (route) =>
      route.fulfill({ status: 422, json: { code: 'validation_failed', message, errors } }),
    )
    await choosePack(page, '0,99')
    await page.getByRole('radio', { name: words('player_for_other') }).check()
    await fillIn(page, '76561198006409605')
    const sent = page.waitForRequest('**/create-krypto-checkout')
    await payButton(page).click()
    const choices = { forSomebodyElse: true, agreedTerms: legalVersion }
    expect((await sent).postDataJSON()).toMatchObject(choices)
    await expect(page.getByText(words('packs_problem_fields'))).toBeVisible()
    const name = page.getByRole('textbox', { name: words('player_discord') })
    await expect(name).toBeFocused()
    await expect(name).toHaveAccessibleDescription(new RegExp(words('form_text_refused')))
    await name.fill('sokol.bis')
    await expect(page.getByText(words('form_text_refused'))).toHaveCount(0)
    await expect(page.getByText(words('packs_problem_fields'))).toHaveCount(0)
  })
})

test.describe('a payment that is not paid at once', () => {
  test.use({ expectedErrors: [/40[49]/] })

  test('pay later: the page says so, and the Kr come once the bank has paid', async ({
    page,
    product,
  }) => {
    const { stripe: bank } = createSandboxControl(product.sandboxOrigin)
    await choosePack(page, '0,99')
    await fillIn(page, '76561198006409604')
    const stripe = await pressPay(page)
    await stripe.getByRole('button', { name: 'Pay later' }).click()
    await expect(stripe.getByText(words('packs_pending_text'))).toBeVisible()
    await expectNoViolations(stripe, 'a pack that is paid later')
    const sessionId = new URL(stripe.url()).searchParams.get('session_id') ?? ''
    await bank.endDelayed(sessionId, 'succeed')
    await expect(badge(page)).toHaveText(kr('100'))
    const credited = stripe.getByRole('heading', { level: 1, name: '+100 Kryptonite' })
    // The page also retries by itself: the button may be gone already.
    await stripe
      .getByRole('button', { name: words('retry') })
      .or(credited)
      .click()
    await expect(credited).toBeVisible()
  })

  test('a player who returns to the page gets the next check soon, however long they were away', async ({
    page,
  }) => {
    let checks = 0
    await page.route('**/functions/v1/process-krypto-stripe-payment', (route) => {
      checks += 1
      return route.fulfill({ status: 409, json: { code: 'payment_pending', message: 'pending' } })
    })
    await page.clock.install()
    await page.goto('/krypto-success?session_id=cs_test_slow_bank')
    for (let made = 1; made <= 8; made += 1) {
      await expect.poll(() => checks).toBeGreaterThanOrEqual(made)
      await page.clock.runFor('05:00')
    }
    await expect(page.getByRole('button', { name: words('retry') })).toBeEnabled()
    const before = checks
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect.poll(() => checks).toBe(before + 1)
    await expect(page.getByRole('button', { name: words('retry') })).toBeEnabled()
    await page.clock.runFor('00:03')
    await expect.poll(() => checks).toBe(before + 2)
  })

  test('an unknown checkout is an error with a way on; none at all leads to the packs', async ({
    page,
  }) => {
    await page.goto('/krypto-success?session_id=cs_test_nobodys')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Erreur de paiement')
    await expect(page.getByText('Erreur lors du traitement du paiement')).toBeVisible()
    await expect(
      page.getByRole('main').getByRole('link', { name: words('packs_contact') }),
    ).toBeVisible()
    await expectNoViolations(page, 'an unknown checkout')
    await page.goto('/krypto-success')
    await expect(page).toHaveURL('/krypto-points')
  })
})

async function choosePack(page: Page, price: string): Promise<void> {
  await page.goto('/krypto-points')
  await page.getByRole('button', { name: `Acheter · ${price}` }).click()
}

function steamIdField(page: Page) {
  return page.getByRole('textbox', { name: words('player_steam_id') })
}

async function fillIn(page: Page, steamId: string): Promise<void> {
  await steamIdField(page).fill(steamId)
  await page.getByRole('textbox', { name: words('player_discord') }).fill('sokol')
}

function payButton(page: Page) {
  return page.getByRole('button', { name: words('packs_pay', { price: '' }).trim() })
}

/** Presses the pay button and waits for Stripe's page in the tab that it opens. */
async function pressPay(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await payButton(page).click()
  const stripe = await opened
  await expect(stripe.getByRole('button', { name: 'Pay', exact: true })).toBeVisible()
  return stripe
}

function badge(page: Page) {
  return page.getByRole('banner').getByRole('link', { name: /^Solde/ })
}
