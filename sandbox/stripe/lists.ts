import { z } from 'zod'
import { done, missing, type Outcome } from './errors.ts'
import { formInteger, formList } from './read-form.ts'
import { presentList, type Json } from './views.ts'

/** The parameters of every list, https://docs.stripe.com/api/pagination */
export const pageParams = {
  limit: formInteger.pipe(z.int().min(1).max(100)).default(10),
  starting_after: z.string().min(1).optional(),
  ending_before: z.string().min(1).optional(),
  expand: formList(z.string()).default([]),
}
export type PageParams = z.output<z.ZodObject<typeof pageParams>>

interface ListView<Item> {
  readonly url: string
  /** The objects' name in errors. */
  readonly kind: string
  readonly show: (item: Item) => Json
}

/** A page of a list, in the order of `items`. */
export function presentPage<Item extends { readonly id: string }>(
  items: readonly Item[],
  { limit, starting_after: after, ending_before: before }: PageParams,
  { url, kind, show }: ListView<Item>,
): Outcome<Json> {
  const afterIndex = items.findIndex(({ id }) => id === after)
  const beforeIndex = items.findIndex(({ id }) => id === before)
  if (after !== undefined && afterIndex < 0) return missing(kind, after, 'starting_after')
  if (before !== undefined && beforeIndex < 0) return missing(kind, before, 'ending_before')
  const rest = before === undefined ? items.slice(afterIndex + 1) : items.slice(0, beforeIndex)
  const page = before === undefined ? rest.slice(0, limit) : rest.slice(-limit)
  return done(presentList(url, page.map(show), rest.length > limit))
}
