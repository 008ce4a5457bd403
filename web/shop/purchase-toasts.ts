import type { ApiProblem, FailureCode } from '#web/api/client.ts'
import { formatKr } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import type { ToastContent } from '#web/toast-list.ts'
import type { Attempt } from './attempts.ts'
import type { PurchaseOutcome } from './purchase-outcome.ts'

/** Long enough to read why, and to reach the link. */
const readingMs = 12_000

/** What a player is told of how his purchase ended. */
export function outcomeToast(outcome: PurchaseOutcome): ToastContent {
  const { kind, attempt } = outcome
  const name = attempt.itemName
  if (kind === 'unanswered') {
    return {
      ...failure({ description: m.shop_failure_unanswered() }),
      // It may not have failed at all.
      title: m.shop_unanswered_title({ name }),
    }
  }
  if (kind === 'refused') return failure(refusalText(outcome.problem, attempt))
  return {
    title: m.shop_success_title(),
    description: m.shop_success_text({ name }),
    tone: 'success',
  }
}

export function cancelledToast(description = m.shop_cancelled_text()): ToastContent {
  return { title: m.shop_cancelled_title(), description }
}

type FailureText = Required<Pick<ToastContent, 'description'>> & Pick<ToastContent, 'actions'>

function failure(text: FailureText): ToastContent {
  return { title: m.shop_failure_title(), tone: 'destructive', durationMs: readingMs, ...text }
}

type Explain = (problem: ApiProblem, attempt: Attempt) => FailureText

const explanations: Readonly<Partial<Record<FailureCode, Explain>>> = {
  insufficient_balance: ({ balance }, { priceKr }) => ({
    description: missingText(priceKr, balance ?? 0),
    actions: [{ label: m.shop_get_kr(), href: paths.kryptoPoints() }],
  }),
  price_changed: ({ currentPriceKr }, { itemName: name, priceKr }) => ({
    description: m.shop_failure_price({ name, price: formatKr(currentPriceKr ?? priceKr) }),
  }),
  item_not_found: (_, { itemName: name }) => ({ description: m.shop_failure_gone({ name }) }),
  claim_required: () => ({
    description: m.shop_failure_claim(),
    actions: [{ label: m.shop_failure_claim_link(), href: paths.wallet() }],
  }),
  rate_limited: ({ retryAfterSeconds }) => ({
    description: m.shop_failure_wait({ count: Math.ceil((retryAfterSeconds ?? 60) / 60) }),
  }),
}

function refusalText(problem: ApiProblem, attempt: Attempt): FailureText {
  const explain = explanations[problem.code]
  return explain ? explain(problem, attempt) : { description: m.shop_failure_text() }
}

function missingText(priceKr: number, balanceKr: number): string {
  return m.shop_failure_missing({
    missing: formatKr(priceKr - balanceKr),
    balance: formatKr(balanceKr),
    price: formatKr(priceKr),
  })
}
