import { randomUUID } from 'node:crypto'
import { newSteamId } from '#test/factories/ledger.ts'
import { createSandboxControl } from '#test/sandbox-control.ts'
import { signIn } from '#test/sign-in.ts'
import { claimBalance } from '#test/steam.ts'
import { createVisitor } from '#test/visitor.ts'
import { owner, test } from './admin-area.ts'
import { expectNoViolations } from './axe.ts'
import { shopper } from './buyer.ts'
import { expect, fromOwnNetwork } from './fixtures.ts'
import { listingBody, teamPlayer } from './team-players.ts'

test('a listing is reported, removed with a reason, and put back', async ({
  page,
  context,
  product,
  extraHTTPHeaders,
}) => {
  const name = `vendeur-${randomUUID().slice(0, 8)}`
  const maker = createVisitor(product.origin)
  const network = extraHTTPHeaders ?? {}
  const listing = listingBody('Kr gratuits contre votre mot de passe', name)
  const { id, secret } = (await maker.post('/api/team-listings', listing, network)).body
  const { words, button, open, sees } = owner(page)
  const reader = teamPlayer(await context.newPage())
  const card = reader.card(name)

  await reader.open()
  const contact = card.getByRole('button', { name: words('team_list_contact_name', { name }) })
  await contact.click()
  await reader.button('team_list_report').click()
  const report = reader.page.getByRole('dialog', { name: words('team_report_title') })
  const send = report.getByRole('button', { name: words('team_report_send'), exact: true })
  await send.click()
  await expect(report).toContainText(words('team_report_reason_missing'))
  await expect(report.getByRole('radio').first()).toBeFocused()
  await expectNoViolations(reader.page, 'report dialog')
  await report.getByLabel(words('team_report_reason_fraud')).check()
  await report.getByLabel(words('team_report_note')).fill('Il m’a écrit : « ton mot de passe ? »')
  await send.click()
  await expect(report).toContainText(words('team_report_done'))
  // The dialog's own close button has the same name.
  const close = report.getByRole('button', { name: words('close'), exact: true }).first()
  await expect(close).toBeFocused()
  await close.click()
  await expect(contact).toBeFocused()
  await expect(card).toBeVisible()

  await page.clock.install()
  await open('/admin?section=today')
  const todo = page.getByRole('list', { name: words('admin_to_do') })
  await todo.getByRole('link', { name: words('admin_team') }).click()
  await expect(page).toHaveURL('/admin?section=team')
  const entry = page.getByRole('article').filter({ hasText: name })
  await expect(entry).toContainText('Kr gratuits contre votre mot de passe')
  await expect(entry).toContainText(words('team_report_reason_fraud'))
  await expect(entry).toContainText('Il m’a écrit : « ton mot de passe ? »')
  await expectNoViolations(page, 'reported listings')
  const remove = button('admin_team_remove_label', { name })
  const restore = button('admin_team_put_back_label', { name })
  await remove.click()
  const question = page.getByRole('dialog', { name: words('admin_team_remove_title') })
  const reason = question.getByLabel(words('admin_team_remove_reason'))
  await expect(reason).toBeFocused()
  await question.getByRole('button', { name: words('admin_team_remove'), exact: true }).click()
  await expect(reason).toHaveAccessibleDescription(
    new RegExp(words('admin_team_remove_reason_missing')),
  )
  await expectNoViolations(page, 'removal dialog')
  await reason.fill('Ne demandez jamais de mot de passe.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await sees('admin_team_removed_toast')
  await expect(restore).toBeFocused()
  await expect(entry).toContainText('Ne demandez jamais de mot de passe.')

  await expect(card).toBeHidden()
  // The list follows events, but not while somebody is working in it.
  await page.clock.runFor(3000)
  await expect(restore).toBeFocused()
  await page.getByLabel(words('admin_search')).focus()
  await page.clock.runFor(3000)
  await expect(entry).toBeHidden()
  const own = await fetch(`${product.origin}/api/own-team-listings`, {
    headers: { authorization: `Bearer ${String(secret)}` },
  })
  expect(await own.json()).toMatchObject([
    { id, state: 'removed', removalReason: 'Ne demandez jamais de mot de passe.' },
  ])

  await page.reload()
  await expect(page.getByText(words('admin_team_none_reported'))).toBeVisible()
  await page.getByText(words('admin_team_shown_removed'), { exact: true }).click()
  await expect(page).toHaveURL('/admin?section=team&shown=removed')
  await page.getByLabel(words('admin_search')).fill(String(id))
  await restore.click()
  await sees('admin_team_put_back_toast')
  await expect(card).toBeVisible()

  await page.goto('/admin?section=log')
  const log = page.getByRole('list', { name: words('admin_kr_log') }).getByRole('listitem')
  await expect(log.filter({ hasText: name })).toHaveCount(2)
  await expect(
    log.filter({ hasText: words('admin_log_action', { action: 'team_listing_removed' }) }),
  ).toContainText('Ne demandez jamais de mot de passe.')
  await log.getByRole('link', { name }).first().click()
  await expect(entry).toContainText(words('admin_team_state_live'))
})

test('reports are dismissed, and the focus stays where the listing is', async ({
  page,
  product,
  extraHTTPHeaders,
}) => {
  const name = `poli-${randomUUID().slice(0, 8)}`
  const player = createVisitor(product.origin)
  const network = extraHTTPHeaders ?? {}
  const listing = listingBody('Groupe calme, le soir.', name)
  const { id } = (await player.post('/api/team-listings', listing, network)).body
  await player.post(`/api/team-listings/${String(id)}/reports`, { reason: 'other' }, network)
  const { words, button, open, sees } = owner(page)
  await open('/admin?section=team')
  const entry = page.getByRole('article').filter({ hasText: name })
  const dismiss = button('admin_team_reports_done_label', { name })
  // The list does not refresh while somebody works in it.
  await dismiss.focus()
  const later = { reason: 'fraud', note: 'Il vend des comptes.' }
  await player.post(`/api/team-listings/${String(id)}/reports`, later, fromOwnNetwork())
  await expect(entry).not.toContainText(later.note)
  await dismiss.click()
  await sees('admin_team_reports_new_toast')
  await expect(entry).toContainText(later.note)
  await expect(entry).not.toContainText(words('team_report_reason_other'))
  await expect(dismiss).toBeFocused()
  await dismiss.click()
  await sees('admin_team_reports_done_toast')
  await expect(entry).toContainText(words('admin_team_reports_none'))
  await expect(button('admin_team_remove_label', { name })).toBeFocused()
  await page.reload()
  await expect(page.getByText(words('admin_team_none_reported'))).toBeVisible()
})

test.describe('a ban', () => {
  test.use({ expectedErrors: [/403/] })

  test('is made at a listing, and its player reads why they cannot post', async ({
    page,
    context,
    product,
    extraHTTPHeaders,
  }) => {
    const name = `tricheur-${randomUUID().slice(0, 8)}`
    const [maker, steamId] = [createVisitor(product.origin), newSteamId()]
    const network = extraHTTPHeaders ?? {}
    await signIn(maker, 'plain')
    await claimBalance({ sandbox: createSandboxControl(product.sandboxOrigin) }, maker, steamId)
    const post = () =>
      maker.post('/api/team-listings', listingBody('Je vends des comptes.', name), network)
    expect((await post()).status).toBe(201)

    const { words, button, open, sees } = owner(page)
    await open(`/admin?section=team&shown=live&search=${name}`)
    await button('ban_maker_label', { name }).click()
    const panel = page.getByRole('region', { name: words('ban_of', { steamId }) })
    await expect(panel).toContainText(words('ban_is_none'))
    await panel.getByRole('button', { name: words('ban_do') }).click()
    const dialog = page.getByRole('dialog', { name: words('ban_title', { steamId }) })
    const save = dialog.getByRole('button', { name: words('ban_do'), exact: true })
    await save.click()
    await expect(dialog).toContainText(words('ban_reason_missing'))
    await dialog.getByLabel(words('admin_team_remove_reason')).fill('Vente de comptes.')
    await dialog.getByText(words('ban_places', { places: 'both' }), { exact: true }).click()
    await expectNoViolations(page, 'ban dialog')
    await save.click()
    await sees('ban_saved')
    await expect(panel).toContainText('Vente de comptes.')
    await expectNoViolations(page, 'banned player')
    expect(await post()).toMatchObject({
      status: 403,
      body: { code: 'banned', ban: { reason: 'Vente de comptes.' } },
    })

    const shop = await context.newPage()
    const buyer = shopper(shop, 'fr')
    await buyer.startCheckout('priority-queue/3')
    await shop.getByLabel(words('player_steam_id'), { exact: false }).first().fill(steamId)
    await buyer.payButton().click()
    await buyer.sees('ban_shop_title')
    // A stranger does not read what the player did.
    await expect(shop.getByText(words('ban_of_others'))).toBeVisible()

    await panel.getByRole('button', { name: words('ban_lift') }).click()
    const question = page.getByRole('dialog')
    await question.getByRole('button', { name: words('ban_lift') }).click()
    await sees('ban_lifted')
    await expect(panel).toContainText(words('ban_is_none'))
    await buyer.payButton().click()
    await expect(shop.getByText(words('ban_of_others'))).toBeHidden()
  })
})

test.describe('when the server refuses or does not answer', () => {
  test.use({ expectedErrors: [/404|429|ERR_FAILED/] })

  test('a report and a reason stay where they were typed', async ({
    page,
    context,
    product,
    extraHTTPHeaders,
  }) => {
    const name = `parti-${randomUUID().slice(0, 8)}`
    const maker = createVisitor(product.origin)
    const network = extraHTTPHeaders ?? {}
    const listing = listingBody('Bientôt supprimée', name)
    const { id, secret } = (await maker.post('/api/team-listings', listing, network)).body
    const { words, button, open } = owner(page)
    const reader = teamPlayer(await context.newPage())

    await reader.open()
    await reader
      .card(name)
      .getByRole('button', { name: words('team_list_contact_name', { name }) })
      .click()
    await reader.button('team_list_report').click()
    const report = reader.page.getByRole('dialog', { name: words('team_report_title') })
    const send = report.getByRole('button', { name: words('team_report_send'), exact: true })
    await report.getByLabel(words('team_report_reason_spam')).check()
    await report.getByLabel(words('team_report_note')).fill('Encore lui')
    const reports = `**/api/team-listings/${String(id)}/reports`
    await reader.page.route(reports, (route) => route.abort())
    await send.click()
    await expect(report.getByRole('alert')).toContainText(words('team_report_failed_unreachable'))
    await reader.page.unroute(reports)
    await reader.page.route(reports, (route) =>
      route.fulfill({
        status: 429,
        contentType: 'application/problem+json',
        body: JSON.stringify({ code: 'rate_limited' }),
      }),
    )
    await send.click()
    await expect(report.getByRole('alert')).toContainText(words('team_report_failed_limit'))
    await expect(report.getByLabel(words('team_report_reason_spam'))).toBeChecked()
    await expect(report.getByLabel(words('team_report_note'))).toHaveValue('Encore lui')
    await reader.page.unroute(reports)

    await open('/admin?section=team&shown=live')
    await button('admin_team_remove_label', { name }).click()
    const question = page.getByRole('dialog', { name: words('admin_team_remove_title') })
    const reason = question.getByLabel(words('admin_team_remove_reason'))
    await reason.fill('Spam')
    await maker.delete(`/api/team-listings/${String(id)}`, {
      ...network,
      authorization: `Bearer ${String(secret)}`,
    })
    await question.getByRole('button', { name: words('admin_team_remove'), exact: true }).click()
    await expect(question.getByRole('alert')).toContainText(
      words('admin_failure', { code: 'listing_not_found' }),
    )
    await expect(reason).toHaveValue('Spam')
    await send.click()
    await expect(report.getByRole('alert')).toContainText(words('team_report_failed_gone'))
  })
})
