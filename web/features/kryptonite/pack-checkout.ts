import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { PackView } from '#contract/kryptonite.ts'
import { legalVersion } from '#contract/legal.ts'
import type { SteamId64 } from '#domain/steam-id.ts'
import { createIdempotencyKey } from '#web/app/idempotency-key.ts'
import { toastFailure } from '#web/app/toasts.ts'
import { storePlayer, type Recipient } from '#web/features/accounts/stored-player.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { getLocale } from '#web/i18n/runtime.ts'
import { useBalance, type Balance } from './balance.ts'
import { openPackCheckout } from './packs-api.ts'

/** An open checkout at Stripe. */
export interface OpenedCheckout {
  readonly url: string
  readonly steamId: SteamId64
  readonly totalKr: number
  /** Whether the Steam ID is not the buyer's own, whose balance the pages show. */
  readonly forSomebodyElse: boolean
  /** Whether a tab shows it; otherwise the visitor has to follow a link. */
  readonly hasTab: boolean
}

const checkoutAttempt = createIdempotencyKey()

/** From the press on a pack's button to Stripe's page in another tab. */
export function usePackPurchase() {
  const [opened, setOpened] = useState<OpenedCheckout | null>(null)
  const creation = useMutation({
    mutationFn: openCheckoutIn,
    onSuccess: setOpened,
    onError: (problem, { tab }) => {
      tab?.close()
      checkoutAttempt.ended(problem)
      toastFailure(m.packs_error_title(), m.packs_error_text())
    },
  })

  return {
    isCreating: creation.isPending,
    opened,
    /**
     * Must be called directly in the click handler, because it opens a tab.
     * @throws {ApiProblem} when no checkout was opened.
     */
    buy: (pack: PackView, player: Recipient) =>
      creation.mutateAsync({ tab: openCheckoutTab(m.packs_tab_waiting()), pack, player }),
    clearOpened: () => setOpened(null),
  }
}

export type PackPurchase = ReturnType<typeof usePackPurchase>

interface CheckoutCreation {
  readonly tab: CheckoutTab | null
  readonly pack: PackView
  readonly player: Recipient
}

async function openCheckoutIn({ tab, pack, player }: CheckoutCreation): Promise<OpenedCheckout> {
  const { priceId, amount, bonus } = pack
  const { steamId, discordUsername, forSomebodyElse = false } = player
  const recipient = { steamId, discordUsername, forSomebodyElse }
  const body = { priceId, ...recipient, agreedTerms: legalVersion }
  const { url } = await openPackCheckout(body, checkoutAttempt.of(body))
  checkoutAttempt.ended()
  storePlayer(player)
  const hasTab = tab?.show(url) ?? false
  return { url, steamId, totalKr: amount + bonus, forSomebodyElse, hasTab }
}

/** A tab that waits for the address of the payment page. */
interface CheckoutTab {
  /** Shows the payment page; false if the visitor has closed the tab. */
  readonly show: (url: string) => boolean
  readonly close: () => void
}

/**
 * Opens the tab. Must be called directly in the click handler: later, after a response, browsers
 * block it as a popup. Null if the browser blocks it anyway.
 */
export function openCheckoutTab(waitingText: string): CheckoutTab | null {
  const tab = window.open('about:blank', '_blank')
  if (tab === null || tab.closed) return null
  showWaitingText(tab.document, waitingText)
  return {
    show: (url) => {
      if (tab.closed) return false
      // Stripe's page must not have access to this one.
      tab.opener = null
      tab.location.replace(url)
      return true
    },
    close: () => tab.close(),
  }
}

function showWaitingText(page: Document, text: string): void {
  page.documentElement.lang = getLocale()
  page.title = text
  page.body.textContent = text
  Object.assign(page.body.style, {
    margin: '0',
    display: 'grid',
    placeItems: 'center',
    minHeight: '100vh',
    background: '#060a08',
    color: '#e8f2eb',
    font: '1.125rem system-ui, sans-serif',
  })
}

/** How many Kr the Steam ID has received since the first render. */
export function useArrivedKr(steamId: SteamId64): number {
  const balance = useBalance()
  const [arrivals, setArrivals] = useState(noneArrived)
  const next = arrivedAfter(arrivals, balance, steamId)
  if (next !== arrivals) setArrivals(next)
  return next.arrivedKr
}

/** The Kr that a balance has received since it was first seen. */
export interface Arrivals {
  /** The last seen balance; null before the first one. */
  readonly lastKr: number | null
  readonly arrivedKr: number
}

export const noneArrived: Arrivals = { lastKr: null, arrivedKr: 0 }

/** Adds the Kr that arrived with this balance. Spending in the meantime does not reduce them. */
export function arrivedAfter(before: Arrivals, balance: Balance, steamId: SteamId64): Arrivals {
  const { kr } = balance
  if (balance.steamId !== steamId || kr === null || kr === before.lastKr) return before
  const rise = before.lastKr === null ? 0 : Math.max(0, kr - before.lastKr)
  return { lastKr: kr, arrivedKr: before.arrivedKr + rise }
}
