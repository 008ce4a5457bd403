import type { ShopItemView } from '#contract/shop-items.ts'

/**
 * Where the purchase of a skin stands. There is one for the whole page, so two at once are
 * impossible; `item` is as it was when the button was pressed.
 */
export type Hold =
  | { readonly phase: 'idle' }
  | { readonly phase: 'holding'; readonly item: ShopItemView; readonly percent: number }
  | { readonly phase: 'asking' | 'buying' | 'bought'; readonly item: ShopItemView }

type Move = 'release' | 'cancel' | 'confirm' | 'succeed' | 'fail' | 'reset'

export type HoldEvent =
  | { readonly type: 'press' | 'activate'; readonly item: ShopItemView }
  | { readonly type: 'step' | Move }

export const idle: Hold = { phase: 'idle' }

const stepPercent = 10
const fullPercent = 90

interface Transition {
  readonly from: Hold['phase']
  readonly to: 'idle' | 'buying' | 'bought'
}

const moves: Readonly<Record<Move, Transition>> = {
  release: { from: 'holding', to: 'idle' },
  cancel: { from: 'asking', to: 'idle' },
  confirm: { from: 'asking', to: 'buying' },
  succeed: { from: 'buying', to: 'bought' },
  fail: { from: 'buying', to: 'idle' },
  reset: { from: 'bought', to: 'idle' },
}

/** What follows; the very same hold where the event means nothing to it. */
export function nextHold(hold: Hold, event: HoldEvent): Hold {
  if (event.type === 'press' || event.type === 'activate') {
    return hold.phase === 'idle' ? begun(event) : hold
  }
  if (event.type === 'step') return hold.phase === 'holding' ? stepped(hold) : hold
  const { from, to } = moves[event.type]
  if (hold.phase !== from) return hold
  return hold.phase === 'idle' || to === 'idle' ? idle : { phase: to, item: hold.item }
}

function begun({ type, item }: Extract<HoldEvent, { readonly type: 'press' | 'activate' }>): Hold {
  // Assistive technology presses a button all at once: who uses it cannot hold.
  return type === 'activate' ? { phase: 'asking', item } : { phase: 'holding', item, percent: 0 }
}

function stepped({ item, percent }: Extract<Hold, { readonly phase: 'holding' }>): Hold {
  const next = percent + stepPercent
  return next < fullPercent ? { phase: 'holding', item, percent: next } : { phase: 'asking', item }
}

/** How far an item's bar is, from 0 to 100. */
export function holdPercent(hold: Hold, itemId: string): number {
  if (hold.phase === 'idle' || hold.item.id !== itemId) return 0
  if (hold.phase === 'holding') return hold.percent
  return hold.phase === 'bought' ? 100 : fullPercent
}
