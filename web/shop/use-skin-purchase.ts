import { useEffect, useState } from 'react'
import type { SteamId64 } from '#domain/steam-id.ts'
import type { AnswerControl } from '#web/api/use-answer.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { refreshBalance } from '#web/kryptonite/balance-store.ts'
import { rememberedSteamId } from '#web/storage/remembered-player.ts'
import { toast } from '#web/toasts.ts'
import { readAttempts, subscribeToAttempts, type Attempt } from './attempts.ts'
import type { Hold } from './hold.ts'
import type { HoldClock } from './hold-clock.ts'
import { askAgain as askForAnswer, buySkin, type PurchaseOutcome } from './purchase-outcome.ts'
import { cancelledToast, outcomeToast } from './purchase-toasts.ts'
import { useHold } from './use-hold.ts'
import type { ShopItems } from './use-shop-items.ts'

type Refused = Extract<PurchaseOutcome, { readonly kind: 'refused' }>
export type Bought = Extract<PurchaseOutcome, { readonly kind: 'bought' }>

export interface SkinPurchase {
  readonly hold: Hold
  readonly send: HoldClock['send']
  /** The Steam ID was given: the purchase goes to the server, once. */
  readonly confirm: (steamId: SteamId64) => void
  readonly cancel: (reason?: 'no_steam_id') => void
  /** The last one made on this page, however it ended. */
  readonly lastAttempt: Attempt | null
  /** The last skin bought on this page. */
  readonly bought: Bought | null
  /** Purchases of which nobody knows whether they were made. */
  readonly unanswered: readonly Attempt[]
  /** Whether one of them is being asked for. */
  readonly isAskingAgain: boolean
  readonly askAgain: (attempt: Attempt) => void
}

/** From the press of a button to the skin, with everything that can come between. */
export function useSkinPurchase({ replace, askAgain }: AnswerControl<ShopItems>): SkinPurchase {
  const [hold, send] = useHold()
  const [lastAttempt, setLastAttempt] = useState<Attempt | null>(null)
  const [bought, setBought] = useState<Bought | null>(null)
  const [unanswered, setUnanswered] = useState(readUnanswered)
  const [isAskingAgain, setIsAskingAgain] = useState(false)

  // Another tab may be told first. What is only on its way there is nothing to be checked here.
  useEffect(() => subscribeToAttempts(() => setUnanswered(withoutAnswered)), [])

  function settle(outcome: PurchaseOutcome): void {
    setLastAttempt(outcome.attempt)
    setUnanswered(readUnanswered())
    toast(outcomeToast(outcome))
    if (outcome.kind === 'bought') receive(outcome)
    if (outcome.kind === 'refused') correctItems(outcome)
  }

  function receive(outcome: Bought): void {
    setBought(outcome)
    rememberedSteamId.write(outcome.attempt.steamId)
    void refreshBalance()
  }

  function correctItems({ attempt, problem }: Refused): void {
    const { code, currentPriceKr } = problem
    if (code === 'item_not_found') {
      replace((items) => items.filter(({ id }) => id !== attempt.itemId))
    } else if (code === 'price_changed') {
      if (currentPriceKr !== null) {
        replace((items) =>
          items.map((item) =>
            item.id === attempt.itemId ? { ...item, price: currentPriceKr } : item,
          ),
        )
      }
      void askAgain()
    }
  }

  return {
    hold,
    send,
    lastAttempt,
    bought,
    unanswered,
    isAskingAgain,
    confirm: (steamId) => {
      if (hold.phase !== 'asking' || !send({ type: 'confirm' })) return
      const { id: itemId, name: itemName, price: priceKr } = hold.item
      void buySkin({ steamId, itemId, itemName, priceKr }).then((outcome) => {
        // First, because the dialog lets nothing behind it have the focus.
        send({ type: outcome.kind === 'bought' ? 'succeed' : 'fail' })
        settle(outcome)
      })
    },
    cancel: (reason) => {
      if (!send({ type: 'cancel' })) return
      toast(cancelledToast(reason && m.shop_steam_id_required()))
    },
    askAgain: (attempt) => {
      if (isAskingAgain || hold.phase !== 'idle') return
      setIsAskingAgain(true)
      void askForAnswer(attempt).then((outcome) => {
        setIsAskingAgain(false)
        settle(outcome)
      })
    },
  }
}

function readUnanswered(): readonly Attempt[] {
  return readAttempts(Date.now())
}

function withoutAnswered(shown: readonly Attempt[]): readonly Attempt[] {
  const openKeys = new Set(readUnanswered().map(({ key }) => key))
  return shown.filter(({ key }) => openKeys.has(key))
}
