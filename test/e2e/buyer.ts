import type { BrowserContext, Page } from '@playwright/test'
import { catalogue } from '#test/factories/site.ts'
import type { Language } from '#contract/language.ts'
import { newCartItem } from '#domain/cart.ts'
import type { priceList } from '#site/prices.ts'
import { newId } from '#web/app/new-id.ts'
import { checkoutBody, openOrder, startPayment } from '#test/factories/checkout.ts'
import { openPackCheckout, packBody, settlePackPayment } from '#test/factories/packs.ts'
import type { RunningProduct } from '#test/product.ts'
import { createSandboxControl } from '#test/sandbox-control.ts'
import { createVisitor, type Visitor } from '#test/visitor.ts'
import { expect } from './fixtures.ts'
import { wordsOf } from './words.ts'

export type OfferKey = keyof typeof priceList

export const steamId = '76561198006409530'

/** A visitor who has chosen their language, and their actions in the shop. */
export function shopper(page: Page, language: Language) {
  const words = wordsOf(language)
  const button = (key: string) => page.getByRole('button', { name: words(key) })
  const payButton = () =>
    page.getByRole('button', { name: words('checkout_pay', { price: '' }).trim() })
  const fillIn = async (): Promise<void> => {
    await page.getByLabel(words('player_steam_id'), { exact: false }).first().fill(steamId)
    await page.getByLabel(words('player_discord')).first().fill('sokol')
  }
  const startCheckout = async (...keys: readonly OfferKey[]): Promise<void> => {
    await storeCart(page, itemsOf(keys), '/checkout')
    await fillIn()
  }

  return {
    words,
    /** Puts a priority queue into the cart; ends on the cart. */
    async fillCart(months = '3'): Promise<void> {
      await page.goto('/donation/priority-queue')
      await page.getByRole('radio', { name: new RegExp(`^${months} `) }).check()
      await button('buy_now').click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('cart_title'))
    },
    /** Puts offers into the cart like the product pages; ends on the cart. */
    putIntoCart: (...keys: readonly OfferKey[]) => storeCart(page, itemsOf(keys)),
    /** From the cart to a checkout with its Steam ID and Discord name. */
    async fillCheckout(): Promise<void> {
      await page.getByRole('link', { name: words('cart_checkout') }).click()
      await fillIn()
    },
    /** From an empty cart to a checkout of these offers with its Steam ID and Discord name. */
    startCheckout,
    /** From an empty cart to an open order: PayPal's button is there, or will be soon. */
    openOrder: async (key: OfferKey = 'priority-queue/3'): Promise<void> => {
      await startCheckout(key)
      await payButton().click()
    },
    /** Pays in PayPal's window and waits for the confirmation. */
    async pay(): Promise<void> {
      const paypal = await this.openPayPal()
      await paypal.getByRole('button', { name: 'Pay', exact: true }).click()
      await this.sees('orders_paid_title')
    },
    payButton,
    /** PayPal's own button, which comes once the order is open. */
    paypalButton: () => page.getByRole('button', { name: 'PayPal', exact: true }),
    /** Presses PayPal's button and returns the window that it opens. */
    async openPayPal(): Promise<Page> {
      const popup = page.waitForEvent('popup')
      await page.getByRole('button', { name: 'PayPal', exact: true }).click()
      return popup
    },
    /** The notice or toast with this text. */
    sees: (key: string) => expect(page.getByText(words(key)).first()).toBeVisible(),
  }
}

export function offerOf(key: OfferKey) {
  const offer = catalogue.offers.find((other) => other.key === key)
  if (!offer) throw new Error(`${key} is not sold`)
  return offer
}

function itemsOf(keys: readonly OfferKey[]): string {
  return JSON.stringify(keys.map((key) => ({ id: newId(), ...newCartItem(offerOf(key)) })))
}

/** This browser buys three months of priority queue, without its pages. Returns the order's id. */
export function buyPriorityQueue(
  context: BrowserContext,
  product: RunningProduct,
): Promise<string> {
  return buyByRequests(context, product, {})
}

/** The same, with changes of what is bought and by whom. */
export function buyByRequests(
  context: BrowserContext,
  { origin, sandboxOrigin }: RunningProduct,
  changes: Readonly<Record<string, unknown>>,
): Promise<string> {
  return asBrowser(context, origin, async (visitor) => {
    const orderId = await openOrder(visitor, checkoutBody({ steamId, ...changes }))
    const paypalOrderId = await startPayment(visitor, orderId)
    await createSandboxControl(sandboxOrigin).decide(paypalOrderId, 'pay')
    const { body } = await visitor.post(`/api/orders/${orderId}/capture`, {})
    expect(body['status']).toBe('paid')
    return orderId
  })
}

/**
 * This browser pays for 1000 Kr with a bonus of 100, without its pages, and so may read the lines of
 * the Steam ID.
 */
export function buyPack(
  context: BrowserContext,
  { origin, sandboxOrigin }: RunningProduct,
  forSteamId: string,
): Promise<void> {
  return asBrowser(context, origin, async (visitor) => {
    const opened = await openPackCheckout(visitor, packBody({ steamId: forSteamId }))
    const [sessionId = ''] = /cs_test_\w+/.exec(String(opened.body['url'])) ?? []
    await createSandboxControl(sandboxOrigin).stripe.decide(sessionId, 'pay')
    expect((await settlePackPayment(visitor, sessionId)).status).toBe(200)
  })
}

/** Sends a request like this browser's pages, with its cookies. */
async function asBrowser<T>(
  context: BrowserContext,
  origin: string,
  act: (visitor: Visitor) => Promise<T>,
): Promise<T> {
  const known = await context.cookies(origin)
  const visitor = createVisitor(
    origin,
    origin,
    new Map(known.map(({ name, value }) => [name, value])),
  )
  const result = await act(visitor)
  const added = [...visitor.cookies].filter(
    ([name, value]) => !known.some((cookie) => cookie.name === name && cookie.value === value),
  )
  await context.addCookies(added.map(([name, value]) => ({ name, value, url: origin })))
  return result
}

/** Writes the cart into local storage, and opens a page that reads it. */
export async function storeCart(page: Page, text: string, address = '/cart'): Promise<void> {
  // A document of the same origin that loads nothing.
  await page.goto('/robots.txt')
  await page.evaluate((stored) => localStorage.setItem('cart', stored), text)
  await page.goto(address)
}

/** The choice of language as the picker keeps it. */
export async function chooseLanguage(
  context: BrowserContext,
  origin: string,
  language: Language,
): Promise<void> {
  await context.addCookies([{ name: 'language', value: language, url: origin }])
}
