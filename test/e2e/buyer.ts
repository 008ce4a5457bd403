import type { BrowserContext, Page } from '@playwright/test'
import { z } from 'zod'
import { catalogue } from '../../catalogue.ts'
import type { Language } from '../../contract/language.ts'
import { newCartItem } from '../../domain/cart.ts'
import type { OfferKey } from '../../domain/catalogue.ts'
import { newId } from '../../web/cart/new-id.ts'
import { packBody } from '../factories/packs.ts'
import { expect } from './fixtures.ts'
import { wordsOf } from './words.ts'

export const steamId = '76561198006409530'

/** A visitor who has chosen his language, and what he does in the shop. */
export function shopper(page: Page, language: Language) {
  const words = wordsOf(language)
  const button = (key: string) => page.getByRole('button', { name: words(key) })

  return {
    words,
    /** Puts a priority queue into the cart; ends on the cart. */
    async fillCart(months = '3'): Promise<void> {
      await page.goto('/donation/priority-queue')
      await page.getByRole('radio', { name: new RegExp(`^${months} `) }).check()
      await button('buy_now').click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('cart_title'))
    },
    /** Puts offers into the cart as the product pages would; ends on the cart. */
    async putIntoCart(...keys: readonly OfferKey[]): Promise<void> {
      const items = keys.map((key) => ({ id: newId(), ...newCartItem(offerOf(key)) }))
      await storeCart(page, JSON.stringify(items))
    },
    /** From the cart to a checkout that knows for whom it is. */
    async fillCheckout(): Promise<void> {
      await page.getByRole('link', { name: words('cart_checkout') }).click()
      await page.getByLabel(words('checkout_steam_id'), { exact: false }).first().fill(steamId)
      await page.getByLabel(words('checkout_discord')).first().fill('sokol')
    },
    /** From nothing to an open order: PayPal's button is there, or about to be. */
    async openOrder(): Promise<void> {
      await this.fillCart()
      await this.fillCheckout()
      await this.payButton().click()
    },
    /** Pays in PayPal's window and sees that it is paid. */
    async pay(): Promise<void> {
      const paypal = await this.openPayPal()
      await paypal.getByRole('button', { name: 'Pay', exact: true }).click()
      await this.sees('checkout_paid_title')
    },
    payButton: () =>
      page.getByRole('button', { name: words('checkout_pay', { price: '' }).trim() }),
    /** PayPal's own button, which comes once the order is open. */
    paypalButton: () => page.getByRole('button', { name: 'PayPal', exact: true }),
    /** Presses PayPal's button and answers the window that it opens. */
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

/** This browser pays for 1000 Kr with a bonus of 100, and so may read the lines of the Steam ID. */
export async function buyPack(
  context: BrowserContext,
  origin: string,
  forSteamId: string,
): Promise<void> {
  const opened = await context.request.post('/functions/v1/create-krypto-checkout', {
    headers: { origin },
    data: packBody({ steamId: forSteamId }),
  })
  const { url } = z.object({ url: z.string() }).parse(await opened.json())
  const stripe = await context.newPage()
  await stripe.goto(url)
  await stripe.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(stripe.getByRole('heading', { level: 1 })).toHaveText(/100 Kryptonite$/)
  await stripe.close()
}

/** Writes the cart as it lies in local storage, and opens the cart's page. */
export async function storeCart(page: Page, text: string): Promise<void> {
  await page.goto('/cart')
  await page.evaluate((stored) => localStorage.setItem('cart', stored), text)
  await page.reload()
}

/** The choice of language as the picker keeps it. */
export async function chooseLanguage(
  context: BrowserContext,
  origin: string,
  language: Language,
): Promise<void> {
  await context.addCookies([{ name: 'language', value: language, url: origin }])
}
