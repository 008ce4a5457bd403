import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Pack } from '#domain/packs.ts'
import type { SteamId64 } from '#domain/steam-id.ts'
import { call, stripeTimeoutMs } from '#web/app/api-client.ts'
import { createIdempotencyKey } from '#web/app/idempotency-key.ts'
import { toastFailure } from '#web/app/toasts.ts'
import { storePlayer, type Recipient } from '#web/features/accounts/stored-player.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { useBalance, type Balance } from './balance.ts'
import { site } from '#web/app/site.ts'

export interface OpenedCheckout {
  readonly url: string
  readonly steamId: SteamId64
  readonly totalKr: number
  /** Whether the Steam ID is not the buyer's own, whose balance the pages show. */
  readonly forSomebodyElse: boolean
}

const checkoutAttempt = createIdempotencyKey()

/** From the press on a pack's button to Stripe's page. */
export function usePackPurchase() {
  const [opened, setOpened] = useState<OpenedCheckout | null>(null)
  const creation = useMutation({
    mutationFn: openCheckout,
    onSuccess: setOpened,
    onError: (problem) => {
      checkoutAttempt.ended(problem)
      toastFailure(m.failed_title(), m.packs_error_text())
    },
  })

  return {
    isCreating: creation.isPending,
    opened,
    /** @throws {ApiProblem} when no checkout was opened. */
    buy: (pack: Pack, player: Recipient) => creation.mutateAsync({ pack, player }),
    clearOpened: () => setOpened(null),
  }
}

export type PackPurchase = ReturnType<typeof usePackPurchase>

interface CheckoutCreation {
  readonly pack: Pack
  readonly player: Recipient
}

async function openCheckout({ pack, player }: CheckoutCreation): Promise<OpenedCheckout> {
  const { priceId, priceCents, amount, bonus } = pack
  const { steamId, discordUsername, forSomebodyElse = false } = player
  const recipient = { steamId, discordUsername, forSomebodyElse }
  const body = { priceId, priceCents, ...recipient, agreedTerms: site().legalVersion }
  const { url } = await call(
    import('#contract/kryptonite.ts').then(({ openPackCheckout }) => openPackCheckout),
    { body, idempotencyKey: checkoutAttempt.of(body), timeoutMs: stripeTimeoutMs },
  )
  checkoutAttempt.ended()
  storePlayer(player)
  showPaymentPage(url)
  return { url, steamId, totalKr: amount + bonus, forSomebodyElse }
}

/**
 * Opens Stripe's page in a new tab, or in this one: the browser of an app may have no tabs, and after
 * a slow answer others block them as popups. Stripe leads back either way.
 */
function showPaymentPage(url: string): void {
  const tab = window.open(url, '_blank')
  if (tab === null || tab === window) window.location.assign(url)
  // Stripe's page must not have access to this one.
  else tab.opener = null
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
