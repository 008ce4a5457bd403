import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SteamId64 } from '#domain/steam-id.ts'
import type { ApiProblem, FailureCode } from '#web/app/api-client.ts'
import { banText } from '#web/app/ban-text.ts'
import { paths } from '#contract/paths.ts'
import { queryKeys, refetchAfterChange, changeNewestData } from '#web/app/query-client.ts'
import { useIsHydrated } from '#web/app/subscriptions.ts'
import { toast, type ToastContent } from '#web/app/toasts.ts'
import { storedSteamId } from '#web/features/accounts/stored-player.ts'
import { formatKr } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import {
  retryAttempt,
  buySkin,
  readAttempts,
  subscribeToAttempts,
  type Attempt,
  type PurchaseOutcome,
} from './buy-skin.ts'
import { useHold } from './hold-to-buy.tsx'
import type { ShopItems } from './shop-items.ts'

type Refused = Extract<PurchaseOutcome, { readonly kind: 'refused' }>
export type Bought = Extract<PurchaseOutcome, { readonly kind: 'bought' }>

export function useSkinPurchase() {
  const [hold, send] = useHold()
  const [lastAttempt, setLastAttempt] = useState<Attempt | null>(null)
  const [bought, setBought] = useState<Bought | null>(null)
  const isHydrated = useIsHydrated()
  const [unanswered, setUnanswered] = useState<readonly Attempt[] | null>(null)
  const retrying = useMutation({ mutationFn: retryAttempt, onSuccess: finish })

  // Another tab may get a response first. Attempts under way there are not shown here.
  useEffect(() => subscribeToAttempts(() => setUnanswered(withoutAnswered)), [])

  // Not before, because the server cannot read this device's storage.
  if (isHydrated && unanswered === null) setUnanswered(readUnanswered())

  function finish(outcome: PurchaseOutcome): void {
    setLastAttempt(outcome.attempt)
    setUnanswered(readUnanswered())
    toast({ ...outcomeToast(outcome), topic: 'skin' })
    if (outcome.kind === 'refused') void correctItems(outcome)
    if (outcome.kind !== 'bought') return
    setBought(outcome)
    if (!outcome.attempt.forSomebodyElse) storedSteamId.write(outcome.attempt.steamId)
    void refetchAfterChange(queryKeys.balances)
  }

  return {
    hold,
    send,
    /** The last attempt on this page, whatever its outcome. */
    lastAttempt,
    /** The last skin bought on this page. */
    bought,
    /** Attempts with an unknown outcome. */
    unanswered: unanswered ?? [],
    /** Whether one of them is being retried. */
    isRetrying: retrying.isPending,
    /** Called with the chosen Steam ID: sends the purchase, once. Stores only the player's own ID. */
    confirm: (steamId: SteamId64, forSomebodyElse: boolean) => {
      if (hold.phase !== 'confirming' || !send({ type: 'confirm' })) return
      const { id: itemId, name: itemName, price: priceKr } = hold.item
      void buySkin({ steamId, forSomebodyElse, itemId, itemName, priceKr }).then((outcome) => {
        // First, because the dialog lets nothing behind it have the focus.
        send({ type: outcome.kind === 'bought' ? 'succeed' : 'fail' })
        finish(outcome)
      })
    },
    cancel: (reason?: 'no_steam_id') => {
      if (!send({ type: 'cancel' })) return
      const isRefused = reason === 'no_steam_id'
      const description = isRefused ? m.shop_steam_id_required() : m.shop_cancelled_text()
      toast({ title: m.shop_cancelled_title(), description, topic: 'skin' })
    },
    retry: (attempt: Attempt) => {
      if (!retrying.isPending && hold.phase === 'idle') retrying.mutate(attempt)
    },
  }
}

export type SkinPurchase = ReturnType<typeof useSkinPurchase>

/** Corrects the shown items by the reason why one was not sold. */
async function correctItems({ attempt, problem }: Refused): Promise<void> {
  const { code, currentPriceKr } = problem
  if (code === 'item_not_found') {
    await changeNewestData<ShopItems>(queryKeys.shopItems, (items) =>
      items.filter(({ id }) => id !== attempt.itemId),
    )
  } else if (code === 'sold_out') {
    await changeNewestData<ShopItems>(queryKeys.shopItems, (items) =>
      items.map((item) => (item.id === attempt.itemId ? { ...item, stock: 0 } : item)),
    )
  } else if (code === 'price_changed') {
    if (currentPriceKr !== null) {
      await changeNewestData<ShopItems>(queryKeys.shopItems, (items) =>
        items.map((item) =>
          item.id === attempt.itemId ? { ...item, price: currentPriceKr } : item,
        ),
      )
    }
    await refetchAfterChange(queryKeys.shopItems)
  }
}

function readUnanswered(): readonly Attempt[] {
  return readAttempts(Date.now())
}

function withoutAnswered(shown: readonly Attempt[] | null): readonly Attempt[] | null {
  const openKeys = new Set(readUnanswered().map(({ key }) => key))
  return shown && shown.filter(({ key }) => openKeys.has(key))
}

/** Long enough to read the reason and to reach the link. */
const failureToastMs = 12_000

function outcomeToast(outcome: PurchaseOutcome): ToastContent {
  const { kind, attempt } = outcome
  const name = attempt.itemName
  if (kind === 'unanswered') {
    return {
      ...failureToast({ description: m.shop_failure_unanswered() }),
      // It may have succeeded.
      title: m.shop_unanswered_title({ name }),
    }
  }
  if (kind === 'refused') {
    const { problem } = outcome
    const description = problem.sentence ?? m.purchase_failed_text()
    return failureToast(explanations[problem.code]?.(problem, attempt) ?? { description })
  }
  return {
    title: m.shop_success_title(),
    description: m.shop_success_text({ name }),
    tone: 'success',
  }
}

type FailureText = Required<Pick<ToastContent, 'description'>> & Pick<ToastContent, 'actions'>

function failureToast(text: FailureText): ToastContent {
  return { title: m.shop_failure_title(), tone: 'destructive', durationMs: failureToastMs, ...text }
}

type Explain = (problem: ApiProblem, attempt: Attempt) => FailureText

const explanations: Readonly<Partial<Record<FailureCode, Explain>>> = {
  insufficient_balance: ({ balance }, { priceKr }) => ({
    description: m.shop_failure_missing({
      missing: formatKr(priceKr - (balance ?? 0)),
      balance: formatKr(balance ?? 0),
      price: formatKr(priceKr),
    }),
    actions: [{ label: m.get_kr(), href: paths.kryptoPoints() }],
  }),
  price_changed: ({ currentPriceKr }, { itemName: name, priceKr }) => ({
    description: m.shop_failure_price({ name, price: formatKr(currentPriceKr ?? priceKr) }),
  }),
  item_not_found: (_, { itemName: name }) => ({ description: m.shop_failure_gone({ name }) }),
  sold_out: (_, { itemName: name }) => ({ description: m.shop_failure_sold_out({ name }) }),
  claim_required: () => ({
    description: m.shop_failure_claim(),
    actions: [{ label: m.shop_failure_claim_link(), href: paths.wallet() }],
  }),
  banned: ({ ban, message }) => ({ description: ban ? banText(ban) : message }),
  rate_limited: ({ retryAfterSeconds }) => ({
    description: m.shop_failure_wait({ count: Math.ceil((retryAfterSeconds ?? 60) / 60) }),
  }),
}
