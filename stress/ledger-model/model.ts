/** What the ledger should contain, in a few lines of arithmetic that share nothing with the product. */
export interface Account {
  readonly steamId: string
  kr: number
  skins: number
  claimedBy: string | null
}

export interface Item {
  readonly id: string
  readonly name: string
  price: number
}

/** A pack's money at Stripe, and how much of that the product has applied. */
export interface PackOrder {
  readonly sessionId: string
  readonly account: Account
  readonly credits: number
  readonly priceCents: number
  stage: 'open' | 'waiting' | 'paid' | 'over'
  refundedCents: number
  disputes: { readonly cents: number; state: 'open' | 'won' | 'lost' }[]
  /** Kr that the product has moved for it so far. */
  appliedKr: number
}

export interface Purchase {
  readonly account: Account
  readonly item: Item
  readonly price: number
  readonly userId: string | null
  readonly key: string
}

export type PurchaseOutcome =
  | 'bought'
  | 'insufficient_balance'
  | 'price_changed'
  | 'claim_required'
  | 'idempotency_key_reused'

const firstAnswers = new Map<string, { readonly request: string; readonly outcome: string }>()

/** The expected answer of a purchase; moves the Kr when it succeeds. */
export function buy({ account, item, price, userId, key }: Purchase): PurchaseOutcome | 'repeated' {
  const request = JSON.stringify([account.steamId, item.id, price])
  const first = firstAnswers.get(key)
  if (first) return first.request === request ? 'repeated' : 'idempotency_key_reused'
  const outcome = decide(account, item, price, userId)
  firstAnswers.set(key, { request, outcome })
  if (outcome === 'bought') {
    account.kr -= item.price
    account.skins += 1
  }
  return outcome
}

function decide(
  account: Account,
  item: Item,
  price: number,
  userId: string | null,
): PurchaseOutcome {
  if (price !== item.price) return 'price_changed'
  if (account.claimedBy !== null && account.claimedBy !== userId) return 'claim_required'
  return account.kr < item.price ? 'insufficient_balance' : 'bought'
}

/** The first outcome of a key, which repetitions must match. */
export function firstOutcome(key: string): string | undefined {
  return firstAnswers.get(key)?.outcome
}

/** The Kr that an order is worth by Stripe's records. */
export function worth({ stage, credits, priceCents, refundedCents, disputes }: PackOrder): number {
  if (stage !== 'paid') return 0
  const withdrawn = disputes.reduce(
    (sum, { cents, state }) => (state === 'won' ? sum : sum + cents),
    0,
  )
  const backCents = Math.min(priceCents, refundedCents + withdrawn)
  return credits - Math.floor((credits * backCents) / priceCents)
}

/** The product has fetched Stripe's state and applied it. */
export function apply(order: PackOrder): void {
  const now = worth(order)
  order.account.kr += now - order.appliedKr
  order.appliedKr = now
}
