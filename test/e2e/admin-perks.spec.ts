import type { Page } from '@playwright/test'
import { readMessageTexts } from '#server/services/messages/message-texts.ts'
import { owner, test } from './admin-area.ts'
import { expectNoViolations } from './axe.ts'
import { chooseLanguage } from './buyer.ts'
import { expect } from './fixtures.ts'
import { expectWordsToFit } from './measures.ts'
import { productWords } from './words.ts'

const queue = productWords('fr', 'priority-queue').label

/** The owner's actions with perks, in French. */
function perkOwner(page: Page) {
  const base = owner(page)
  const { words } = base
  const toasts = page.getByRole('region', { name: words('toast_region') })
  return {
    ...base,
    dialogOf: (key: string) => page.getByRole('dialog', { name: words(key) }),
    says: (text: string | RegExp) => expect(toasts.getByText(text).last()).toBeVisible(),
    grantOf: (steamId: string) => page.getByRole('article', { name: `${queue}, ${steamId}` }),
    /** Grants by the same call as the page. */
    grant: async (steamId: string) => {
      const data = { steamId, perk: 'priority_queue', months: 1, reason: 'Cadeau' }
      expect((await page.request.post('/api/admin/perks', { data })).status()).toBe(200)
    },
  }
}

test('an outage is made up for after a preview, and that is undone', async ({ page }) => {
  const steamId = '76561198000088002'
  const { words, button, open, says, grant, grantOf, dialogOf } = perkOwner(page)
  await open('/admin?section=perks&list=batches')
  await grant(steamId)
  const change = words('admin_perks_compensation_title')
  const form = page.getByRole('form', { name: change })
  const preview = button('admin_perks_preview_label', { change })
  await form.getByLabel(words('admin_perks_hours')).fill('0')
  await preview.click()
  await expect(form.getByLabel(words('admin_perks_hours'))).toBeFocused()
  await form.getByLabel(words('admin_perks_hours')).fill('14,5')
  await form.getByLabel(words('admin_reason')).fill('Serveur hors ligne')
  await preview.click()
  const question = dialogOf('admin_perks_compensation_question')
  await expect(question).toContainText(/14,5\sheures/)
  await expectNoViolations(page, 'preview of a compensation')
  await question.getByRole('button', { name: words('admin_perks_apply') }).click()
  await says(/Temps rendu/)
  const batch = page
    .getByRole('list', { name: words('admin_perks_recent') })
    .getByRole('listitem')
    .filter({ hasText: 'Serveur hors ligne' })
  await expect(batch).toContainText(/14,5\sheures/)

  await batch.getByRole('button').click()
  const undo = dialogOf('admin_perks_undo_question')
  await undo.getByLabel(words('admin_reason')).fill('Mauvaise date')
  await undo.getByRole('button', { name: words('admin_perks_undo'), exact: true }).click()
  await says(words('admin_perks_undone'))
  await expect(batch).toContainText(words('admin_perks_batch_undone'))
  await expect(batch.getByRole('button')).toBeHidden()

  await page.goto(`/admin?section=players&steamId=${steamId}`)
  const given = grantOf(steamId).filter({ hasText: words('admin_perks_source_compensation') })
  await expect(given).toContainText(words('admin_perks_grant_voided'))
  await page.goto('/admin?section=log')
  const log = page.getByRole('list', { name: words('admin_kr_log') }).getByRole('listitem')
  await expect(
    log.filter({ hasText: words('admin_log_action', { action: 'perks_compensated' }) }).first(),
  ).toContainText('Serveur hors ligne')
})

test('an import names each line that it refuses before anything is changed', async ({ page }) => {
  const { words, button, open, dialogOf } = perkOwner(page)
  await open('/admin?section=perks&list=batches')
  await page.getByRole('radio', { name: 'CSV' }).check({ force: true })
  const change = words('admin_perks_import_title')
  // A line of a CSV has its own end.
  await expect(page.getByRole('radio', { name: words('admin_perks_term_lines') })).toBeChecked()
  const preview = button('admin_perks_preview_label', { change })
  await preview.click()
  const lines = page.getByLabel(words('admin_perks_import_lines'))
  await expect(lines).toBeFocused()
  await page.getByLabel(words('admin_perks_import_choose')).setInputFiles({
    name: 'players.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'steam64,perk,until\n76561198000088003,priority_queue,2099-01-01\n7.65612E+16,priority_queue,2099-01-01\n76561198000088004,priority_queue,\n',
    ),
  })
  await expect(lines).toHaveValue(/76561198000088003/)
  await preview.click()
  const question = dialogOf('admin_perks_import_question')
  await expect(question).toContainText('1 ligne sera reprise.')
  await expect(question.getByRole('listitem')).toHaveText([
    words('admin_perks_import_line', {
      line: '3',
      reason: words('admin_perks_refused', { reason: 'steam_id_mangled' }),
    }),
    words('admin_perks_import_line', {
      line: '4',
      reason: words('admin_perks_refused', { reason: 'no_end' }),
    }),
  ])
  await expectNoViolations(page, 'preview of an import')
  await question
    .getByRole('button', { name: words('admin_cancel') })
    .first()
    .click()
  await expect(lines).toHaveValue(/76561198000088003/)
})

const delivered = {
  id: '00000000-0000-4000-8000-000000000001',
  steamId: '76561198000088005',
  perk: 'priority_queue',
  params: {},
  source: 'staff',
  orderId: null,
  reason: 'Cadeau',
  grantedAt: '2026-01-01T12:00:00Z',
  startsAt: '2026-01-01T12:00:00Z',
  endsAt: '2099-01-01T12:00:00Z',
  suspended: false,
  stopped: false,
  held: true,
  voidedAt: null,
  deliveries: [
    {
      adapter: 'priority-file',
      state: 'queued',
      reason: null,
      detail: null,
      nextAt: null,
      attempts: [{ at: '2026-01-01T12:00:00Z', what: 'put', answer: 'ENOSPC' }],
    },
  ],
}

const manual = (steamId: string, endsAt: string, state = 'needs_owner') => ({
  ...delivered,
  id: `00000000-0000-4000-8000-${steamId.slice(-12)}`,
  steamId,
  endsAt,
  held: Date.parse(endsAt) > Date.now(),
  deliveries: [
    {
      adapter: 'manual',
      state,
      reason: state === 'needs_owner' ? 'by_hand' : null,
      detail: null,
      nextAt: null,
      attempts: [],
    },
  ],
})

test('what needs the staff comes first, and they note what they gave and took', async ({
  page,
}) => {
  const { words, button, open, grantOf } = perkOwner(page)
  const [held, ended] = ['76561198000088006', '76561198000088007']
  const [later, before] = ['2099-01-01T12:00:00Z', '2026-01-02T12:00:00Z']
  let grants = [delivered, manual(held, later), manual(ended, before)]
  const noted: unknown[] = []
  await page.route('**/api/admin/perks?*', (route) =>
    route.fulfill({ json: { grants, nextCursor: null } }),
  )
  await page.route('**/api/admin/perks/*/delivered', (route) => {
    noted.push(route.request().postDataJSON())
    const isHeld = route.request().url().includes(held.slice(-12))
    const json = isHeld ? manual(held, later, 'verified') : manual(ended, before, 'verified')
    grants = grants.map((grant) => (grant.id === json.id ? json : grant))
    return route.fulfill({ json })
  })
  await open('/admin?section=perks')
  const names = (steamId: string) => ({ perk: queue, steamId })
  await expect(page.getByRole('article', { name: queue }).first()).toContainText(held)
  await button('admin_perks_handed_over_label', names(held)).click()
  await expect(button('admin_perks_not_handed_over_label', names(held))).toBeFocused()
  await button('admin_perks_taken_back_label', names(ended)).click()
  await expect(grantOf(ended)).toContainText(words('admin_perks_removed'))
  await expect(button('admin_perks_taken_back_label', names(ended))).toBeHidden()
  expect(noted).toEqual([{ delivered: true }, { delivered: false }])
  await grantOf(delivered.steamId).getByText('1 essai').click()
  await expect(grantOf(delivered.steamId).getByText('ENOSPC')).toBeVisible()
})

test('a check that finds a fault and the badge of its adapter are one state', async ({ page }) => {
  const { words, button, open } = perkOwner(page)
  const name = words('admin_perks_adapter_file')
  const fault = { state: 'needs_owner', reason: 'password_refused', detail: null }
  await page.route('**/api/admin/adapters', (route) =>
    route.fulfill({
      json: [
        {
          name: 'priority-file',
          enabled: true,
          state: 'ready',
          reason: null,
          detail: null,
          lastRunAt: '2026-01-02T12:00:00Z',
          dryRun: null,
          notes: [],
        },
      ],
    }),
  )
  await page.route('**/api/admin/adapters/*/check', (route) =>
    route.fulfill({ json: { ...fault, notes: [] } }),
  )
  await open('/admin?section=perks')
  const adapter = page.getByRole('article', { name })
  await expect(adapter).toContainText(words('admin_perks_adapter_ready'))
  await button('admin_perks_check_label', { name }).click()
  await expect(adapter).toContainText(words('admin_perks_check_fault'))
  await expect(adapter).toContainText(words('admin_perks_needs_owner'))
  await expect(adapter).not.toContainText(words('admin_perks_adapter_ready'))
})

test('what a run finds after a check takes its place', async ({ page }) => {
  const { words, button, open } = perkOwner(page)
  const file = {
    name: 'priority-file',
    enabled: true,
    state: 'ready',
    reason: null,
    detail: null,
    lastRunAt: '2026-01-02T12:00:00Z',
    dryRun: null,
    notes: [],
  }
  let adapter: object = file
  await page.route('**/api/admin/adapters', (route) => route.fulfill({ json: [adapter] }))
  await page.route('**/api/admin/adapters/*/check', (route) => {
    const lastRunAt = '2026-01-02T12:01:00Z'
    adapter = { ...file, state: 'needs_owner', reason: 'disk_full', detail: 'ENOSPC', lastRunAt }
    return route.fulfill({ json: { state: 'ready', reason: null, detail: null, notes: [] } })
  })
  await open('/admin?section=perks')
  await button('admin_perks_check_label', { name: words('admin_perks_adapter_file') }).click()
  await expect(page.getByText(readMessageTexts('fr')['perk-actions'].disk_full)).toBeVisible()
  await expect(page.getByText(words('admin_perks_check_ready'))).toBeHidden()
})

test('a check of the file says that it works, and axe finds nothing in the section', async ({
  page,
  context,
  product,
}) => {
  await chooseLanguage(context, product.origin, 'ru')
  const { words, open, button } = owner(page, 'ru')
  await open('/admin?section=perks')
  await button('admin_perks_check_label', { name: words('admin_perks_adapter_file') }).click()
  await expect(page.getByText(words('admin_perks_check_ready'))).toBeVisible()
  await expectNoViolations(page, 'deliveries')
  await expectWordsToFit(page, 'deliveries', [320, 1440])
  await page.goto('/admin?section=perks&list=batches')
  await expect(page.getByText(words('admin_perks_recent'))).toBeVisible()
  await expectNoViolations(page, 'changes to many grants')
  await expectWordsToFit(page, 'changes to many grants', [320, 1440])
})
