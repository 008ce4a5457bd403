import type { Browser, Page } from '@playwright/test'
import type { Language } from '#contract/language.ts'
import { newCartItem } from '#domain/cart.ts'
import { priceList } from '#site/prices.ts'
import { checkoutBody, openOrder } from '#test/factories/checkout.ts'
import type { RunningProduct } from '#test/product.ts'
import { createSandboxControl } from '#test/sandbox-control.ts'
import { newId } from '#web/app/new-id.ts'
import { createVisitor } from '#test/visitor.ts'
import { offerOf, type OfferKey } from './buyer.ts'
import { expect, fromOwnNetwork, test as base } from './fixtures.ts'
import { heading } from './frame-parts.ts'
import { wordsOf, type Words } from './words.ts'

/** A journey of the staff, in a shop with hosted buttons that all of these journeys share. */
export const test = base.extend({
  viewport: { width: 1440, height: 900 },
  productSettings: [{ PAYPAL_DRIVER: 'hosted', TRUSTED_PROXIES: '127.0.0.1' }, { scope: 'worker' }],
  // Together they would exceed the limit of attempts.
  extraHTTPHeaders: async ({ locale: _locale }, use) => use(fromOwnNetwork()),
})

export const rightCode = 'kryptonite'

/** A member of the staff and their actions in the shop. */
export function owner(page: Page, language: Language = 'fr') {
  const words = wordsOf(language)
  const button = (key: string, inputs: Readonly<Record<string, string>> = {}) =>
    page.getByRole('button', { name: words(key, inputs), exact: true })
  const dialog = page.getByRole('dialog', { name: words('admin_unlock_title') })
  const code = dialog.getByPlaceholder(words('admin_code'))
  const unlock = async (): Promise<void> => {
    await code.fill(rightCode)
    await dialog.getByRole('button', { name: words('admin_unlock') }).click()
    await expect(heading(page)).toHaveText(words('admin_shop_title'))
    await expect(button('admin_lock')).toBeVisible()
  }
  return {
    words,
    button,
    /** Presses what removes something saved, and says yes. */
    reset: async (kind: string): Promise<void> => {
      await button('admin_edit_reset', { kind }).click()
      const question = page.getByRole('dialog')
      await expect(question).toContainText(words('admin_edit_reset_text', { kind }))
      await question.getByRole('button', { name: words('admin_edit_reset', { kind }) }).click()
      await expect(question).toBeHidden()
      await expect(page.getByRole('heading', { name: words('admin_edit_history') })).toBeFocused()
    },
    dialog,
    code,
    unlock,
    /** Opens the admin area in a session that the code has opened. */
    open: async (address = '/admin'): Promise<void> => {
      const session = await page.request.post('/api/admin/session', { data: { code: rightCode } })
      expect(session.status()).toBe(204)
      await page.addInitScript(() => localStorage.setItem('adminSession', 'unlocked'))
      await page.goto(address)
      await expect(button('admin_lock')).toBeVisible()
    },
    order: (text: string | RegExp) => page.getByRole('listitem').filter({ hasText: text }),
    sees: (...key: Parameters<Words>) =>
      expect(page.getByText(words(...key)).first()).toBeVisible(),
  }
}

/** A member of the staff in a browser of their own. */
export async function openBrowser(browser: Browser, { origin }: RunningProduct): Promise<Page> {
  const viewport = { width: 1440, height: 900 }
  const extraHTTPHeaders = fromOwnNetwork()
  return browser.newPage({ baseURL: origin, locale: 'fr', viewport, extraHTTPHeaders })
}

/** Actions of buyers, by the same calls as their pages. */
export function buyers({ origin, sandboxOrigin }: RunningProduct) {
  const visitor = createVisitor(origin)
  const sandbox = createSandboxControl(sandboxOrigin)
  return {
    order: (
      discordUsername: string,
      key: OfferKey,
      { steamId = '76561198006409530', listedAsDonor = false } = {},
    ) => {
      const item = newCartItem(offerOf(key))
      return openOrder(
        visitor,
        checkoutBody({
          steamId,
          discordUsername,
          listedAsDonor,
          items: [{ id: newId(), ...item }],
          totalPrice: String(item.price),
        }),
      )
    },
    /** Returns the transaction's id once the shop has PayPal's webhook, which comes a little later. */
    pay: async (key: OfferKey, answered = 204): Promise<string> => {
      const transactionId = await sandbox.payHostedButton(priceList[key].hostedButtonId)
      await expect
        .poll(async () => {
          const log = await sandbox.readLog('paypal')
          return log.some(
            ({ kind, resourceId, status }) =>
              kind === 'webhook' && resourceId === transactionId && status === answered,
          )
        })
        .toBe(true)
      return transactionId
    },
    statusOf: async (orderId: string) =>
      (await visitor.get(`/api/orders/${orderId}`)).body['status'],
    donors: async () => (await fetch(`${origin}/api/donors`)).text(),
  }
}

/** A price for each test, so that no payment fits the order of another test. */
export const offers = {
  delivered: 'reset-stats',
  assigned: 'priority-queue/3',
  resolved: 'priority-queue/5',
  ended: 'priority-queue/7',
  axe: 'priority-queue/9',
  typed: 'priority-queue/12',
  found: 'name-color-tag/5',
  listed: 'name-color-tag/3',
  unlisted: 'name-color-tag/7',
  taken: 'name-color-tag/9',
  outdated: 'reset-enemies-stats',
} as const satisfies Record<string, OfferKey>
