import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { checkCode } from '#contract/offers.ts'
import { cartItemPriceCents, type CartItem } from '#domain/cart.ts'
import { ApiProblem, call } from '#web/app/api-client.ts'
import { localText, parseJson } from '#web/app/browser-storage.ts'
import { queryClient } from '#web/app/query-client.ts'
import { site } from '#web/app/site.ts'
import { catalogue } from '#web/features/products/catalogue.ts'

/** Why a code is of no use any more. */
const endings = ['code_unknown', 'code_over', 'code_used_up', 'code_is_gift'] as const
type CodeEnding = (typeof endings)[number]

const storedCode = z.object({
  code: z.string(),
  /** The entries of the cart that it was used up for. */
  leftOut: z.catch(z.array(z.string()), []),
  /** Why it was dropped, which the cart says until there is another one. */
  ended: z.catch(z.nullable(z.enum(endings)), null),
})
export type CartCode = z.output<typeof storedCode>

/** Beside the cart on this device: the shape of the cart's entries is fixed. */
const codeText = localText('cartCode')

/** The stored code; null without one, and of whatever else the storage holds. */
export function readCartCode(): CartCode | null {
  return storedCode.safeParse(parseJson(codeText.read())).data ?? null
}

function write(next: CartCode | null): void {
  codeText.write(next && JSON.stringify(next))
}

export function applyCode(code: string): void {
  write({ code, leftOut: [], ended: null })
}

export function removeCode(): void {
  write(null)
}

/** Drops a code, unless the visitor has another one by now. */
export function endCode(code: string, ended: CodeEnding): void {
  const stored = readCartCode()
  if (stored?.code === code) write({ ...stored, ended })
}

/** The code holds for other entries of the cart, but not for this one too. */
export function leaveOutOfCode(itemId: string): void {
  const stored = readCartCode()
  if (stored) write({ ...stored, leftOut: [...stored.leftOut, itemId] })
}

export function isCodeEnding(code: string): code is CodeEnding {
  return endings.some((ending) => ending === code)
}

/** An item at what it costs with the code, which is named where it makes it cheaper. */
export interface PricedItem extends CartItem {
  readonly code?: string
}

interface CodePrices {
  readonly code: string
  /** How many items it can be used for; null without a limit. */
  readonly left: number | null
  /** In cents, by the item's id. */
  readonly prices: Readonly<Record<string, number>>
}

const pricesKey = ['code-prices']

/** What the items cost with a code. A stored code that the server refuses is dropped. */
export function codePricesQuery(code: string, items: readonly CartItem[]) {
  const asked = items.map(({ id, name, type, duration }) => {
    return { id, name, type, ...(duration !== undefined && { duration }) }
  })
  return queryOptions({
    // A sale may have begun or ended.
    queryKey: [...pricesKey, code, asked, site().version],
    queryFn: async (): Promise<CodePrices> => {
      try {
        const answer = await call(checkCode, { body: { code, items: asked } })
        const prices = answer.items.map(({ id, priceCents }) => [id, priceCents] as const)
        return { code, left: answer.left, prices: Object.fromEntries(prices) }
      } catch (problem) {
        if (problem instanceof ApiProblem && isCodeEnding(problem.code)) endCode(code, problem.code)
        throw problem
      }
    },
  })
}

/** Asks again what the items cost with the code. */
export async function recheckCode(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: pricesKey })
}

/** The item at its price with the code, if that is below today's. */
export function priceWithCode(
  item: CartItem,
  { code, leftOut }: Pick<CartCode, 'code' | 'leftOut'>,
  prices: CodePrices['prices'],
): PricedItem {
  const priceCents = prices[item.id]
  const now = catalogue().findOffer(item)?.priceCents ?? cartItemPriceCents(item)
  const isReduced = priceCents !== undefined && priceCents < now && !leftOut.includes(item.id)
  return isReduced ? { ...item, price: priceCents / 100, code } : item
}

export interface CodeState {
  /** The stored code; null without one. */
  readonly stored: CartCode | null
  /** Whether the prices with it are not known yet. */
  readonly isPending: boolean
  /** Why they could not be asked for. */
  readonly problem: ApiProblem | null
  /** How many of the items it can be used for; null without such a limit. */
  readonly left: number | null
  /** The item at what it costs now. */
  readonly priced: (item: CartItem) => PricedItem
}

/** What these items cost with the code of the cart. For pages that have hydrated. */
export function useCartCode(items: readonly CartItem[]): CodeState {
  const text = useSyncExternalStore(codeText.subscribe, codeText.read, () => null)
  const stored = text === null || !site().takesCodes ? null : readCartCode()
  const active = stored?.ended === null ? stored : null
  const { data, error, isFetching } = useQuery({
    ...codePricesQuery(
      active?.code ?? '',
      items.filter(({ id }) => !active?.leftOut.includes(id)),
    ),
    enabled: active !== null && items.length > 0,
    placeholderData: keepPreviousData,
  })
  const known = active && data?.code === active.code ? data : null
  return {
    stored,
    isPending: active !== null && known === null && isFetching,
    problem: active && !known ? error : null,
    left: known && known.left !== null && known.left < items.length ? known.left : null,
    priced: (item) => (active && known ? priceWithCode(item, active, known.prices) : item),
  }
}
