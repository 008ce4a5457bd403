import * as z from 'zod/mini'
import { uuid } from '#contract/fields.ts'
import { maxDetailsLength, type CartItem } from '#domain/cart.ts'
import { clampComponent, defaultTagColor } from '#domain/color.ts'
import { parseAmount } from '#domain/money.ts'
import { durationsMonths, productOfType } from '#domain/products.ts'
import { parseJsonList } from '#web/app/browser-storage.ts'
import { site } from '#web/app/site.ts'

// Prices are whole euros today; cents are accepted too, for a price that the server corrected.
const price = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((written: string | number, { issues }) => {
    const amount = parseAmount(String(written))
    if (amount !== null) return amount / 100
    issues.push({ code: 'custom', input: written })
    return z.NEVER
  }),
)

const optionalText = z.catch(z.optional(z.string()), undefined)

/** Takes components that are missing or not numbers from the default colour. */
const { r, g, b } = defaultTagColor
const color = z.catch(
  z.object({ r: component(r), g: component(g), b: component(b) }),
  defaultTagColor,
)

function component(otherwise: number) {
  return z.catch(z.pipe(z.number(), z.transform(clampComponent)), otherwise)
}

/** An entry of the stored cart, without an id where that is not a UUID. */
export const storedCartItem = z.pipe(
  z.object({
    id: z.catch(z.optional(uuid), undefined),
    name: z.string().check(z.minLength(1)),
    type: z.string().check(z.refine((type) => productOfType(site().products, type) !== undefined)),
    price,
    duration: z.optional(z.literal(durationsMonths)),
    color,
    steamId: optionalText,
    discordUsername: optionalText,
    details: z.catch(z.optional(z.string().check(z.maxLength(maxDetailsLength))), undefined),
  }),
  z.transform(({ color: tagColor, steamId, discordUsername, details, ...item }) => ({
    ...item,
    ...(productOfType(site().products, item.type)?.kind === 'color-tag' && { color: tagColor }),
    ...(steamId !== undefined && { steamId }),
    ...(discordUsername !== undefined && { discordUsername }),
    ...(details !== undefined && { details }),
  })),
)

export interface ParsedCart {
  readonly items: readonly CartItem[]
  readonly droppedCount: number
  /** Whether an entry had to be changed, so that the stored list should be rewritten. */
  readonly repaired: boolean
}

/**
 * Parses whatever local storage holds. Drops and counts invalid entries instead of throwing. An id
 * that is missing, not a UUID or used twice is replaced by one from `makeId`: orders are opened per
 * id, and a valid entry should not be lost for it.
 */
export function parseCart(json: string | null, makeId: () => string): ParsedCart {
  const entries = parseJsonList(json)
  const items: CartItem[] = []
  const idsSeen = new Set<string>()
  let repaired = false
  for (const entry of entries) {
    const parsed = storedCartItem.safeParse(entry)
    if (!parsed.success) continue
    const { id: ownId, ...content } = parsed.data
    const id = ownId !== undefined && !idsSeen.has(ownId) ? ownId : makeId()
    const stored = z.parse(z.looseObject({}), entry)
    repaired ||= id !== stored['id'] || content.price !== stored['price']
    idsSeen.add(id)
    items.push({ id, ...content })
  }
  const droppedCount = entries.length - items.length
  return { items, droppedCount, repaired: repaired || droppedCount > 0 }
}
