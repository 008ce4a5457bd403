import { useState } from 'react'
import type { PackView } from '#contract/kryptonite.ts'
import type { SteamId64 } from '#domain/steam-id.ts'
import { createAttemptKey } from '#web/api/attempt-key.ts'
import { ApiProblem } from '#web/api/client.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { rememberPlayer, type Player } from '#web/storage/remembered-player.ts'
import { toast } from '#web/toasts.ts'
import { openCheckoutTab, type CheckoutTab } from './checkout-tab.ts'
import { openPackCheckout } from './packs-api.ts'

/** A checkout that is open at Stripe. */
export interface OpenedCheckout {
  readonly url: string
  readonly steamId: SteamId64
  readonly totalKr: number
  /** Whether a tab shows it; else the visitor has to follow a link. */
  readonly hasTab: boolean
}

export interface PackPurchase {
  readonly isCreating: boolean
  /** Why the last press opened no checkout; null when it did, and after `forgetProblem`. */
  readonly problem: ApiProblem | null
  readonly opened: OpenedCheckout | null
  /**
   * To be called at once when the button is pressed: it opens a tab. Answers whether there is a
   * checkout.
   */
  readonly buy: (pack: PackView, player: Player) => Promise<boolean>
  readonly forgetProblem: () => void
  readonly forgetOpened: () => void
}

const attempt = createAttemptKey()

/** From the press on a pack's button to Stripe's page in another tab. */
export function usePackPurchase(): PackPurchase {
  const [isCreating, setIsCreating] = useState(false)
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const [opened, setOpened] = useState<OpenedCheckout | null>(null)

  async function buy(pack: PackView, player: Player): Promise<boolean> {
    if (isCreating) return false
    const tab = openCheckoutTab(m.packs_tab_waiting())
    setIsCreating(true)
    setProblem(null)
    try {
      setOpened(await openIn(tab, pack, player))
      return true
    } catch (error) {
      const reason = error instanceof ApiProblem ? error : new ApiProblem('unexpected_answer', 0)
      tab?.close()
      attempt.ended(reason)
      setProblem(reason)
      toast({
        title: m.packs_error_title(),
        description: m.packs_error_text(),
        tone: 'destructive',
      })
      return false
    } finally {
      setIsCreating(false)
    }
  }

  return {
    isCreating,
    problem,
    opened,
    buy,
    forgetProblem: () => setProblem(null),
    forgetOpened: () => setOpened(null),
  }
}

async function openIn(
  tab: CheckoutTab | null,
  { priceId, amount, bonus }: PackView,
  { steamId, discordUsername }: Player,
): Promise<OpenedCheckout> {
  const body = { priceId, steamId, discordUsername }
  const { url } = await openPackCheckout(body, attempt.of(body))
  attempt.ended()
  rememberPlayer({ steamId, discordUsername })
  return { url, steamId, totalKr: amount + bonus, hasTab: tab?.show(url) ?? false }
}
