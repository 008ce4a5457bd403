import { type Offer } from './catalogue.ts'
import {
  durationsMonths,
  productOfType,
  typeOf,
  type DurationMonths,
  type Product,
  type ProductType,
} from './products.ts'
import { clampComponent, defaultTagColor, type RgbColor } from './color.ts'
import { cents, parseAmount, sumCents, type Cents } from './money.ts'
import { isUuid } from './uuid.ts'
import { parseJsonList } from './json-list.ts'

/** An entry of the local-storage list `cart`. `price` in euros, `duration` in months, a UUID as `id`. */
export interface CartItem {
  readonly id: string
  readonly name: string
  readonly type: ProductType
  readonly price: number
  readonly duration?: DurationMonths
  readonly color?: RgbColor
  /** Empty in a new clan tag; part of the stored shape. */
  readonly steamId?: string
  readonly discordUsername?: string
}

/** The cart entry of an offer, without its id. Only colour tags use the colour. */
export function newCartItem(offer: Offer, color = defaultTagColor): Omit<CartItem, 'id'> {
  const { product, name, type, priceCents, durationMonths } = offer
  return {
    name,
    type,
    price: priceCents / 100,
    ...(durationMonths !== null && { duration: durationMonths }),
    ...(product.kind === 'color-tag' && { color }),
    ...(product.kind === 'color-tag' &&
      product.tag === 'clan' && { steamId: '', discordUsername: '' }),
  }
}

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
export function parseCart(
  json: string | null,
  products: readonly Product[],
  makeId: () => string,
): ParsedCart {
  const entries = parseJsonList(json)
  const items: CartItem[] = []
  const idsSeen = new Set<string>()
  let repaired = false
  for (const entry of entries) {
    if (!isRecord(entry)) continue
    const content = parseContent(entry, products)
    if (content === null) continue
    // The database ignores the case of UUIDs, so two such entries would share one order.
    const ownId = isUuid(entry['id']) ? entry['id'].toLowerCase() : null
    const id = ownId !== null && !idsSeen.has(ownId) ? ownId : makeId()
    repaired ||= id !== entry['id'] || content.price !== entry['price']
    idsSeen.add(id)
    items.push({ id, ...content })
  }
  const droppedCount = entries.length - items.length
  return { items, droppedCount, repaired: repaired || droppedCount > 0 }
}

function parseContent(
  entry: Record<string, unknown>,
  products: readonly Product[],
): Omit<CartItem, 'id'> | null {
  const { name, type, price, duration, color, steamId, discordUsername } = entry
  const priceEuros = parsePrice(price)
  const product = typeof type === 'string' ? productOfType(products, type) : undefined
  const durationMonths = durationsMonths.find((known) => known === duration)
  if (typeof name !== 'string' || name === '') return null
  if (product === undefined || priceEuros === null) return null
  if (duration !== undefined && durationMonths === undefined) return null
  return {
    name,
    type: typeOf(product),
    price: priceEuros,
    ...(durationMonths !== undefined && { duration: durationMonths }),
    ...(product.kind === 'color-tag' && { color: parseColor(color) }),
    ...(typeof steamId === 'string' && { steamId }),
    ...(typeof discordUsername === 'string' && { discordUsername }),
  }
}

// Prices are whole euros today; cents are accepted too, for a price that the server corrected.
function parsePrice(price: unknown): number | null {
  if (typeof price !== 'string' && typeof price !== 'number') return null
  const amount = parseAmount(String(price))
  return amount === null ? null : amount / 100
}

/** Takes components that are missing or not numbers from the default colour. */
function parseColor(color: unknown): RgbColor {
  const { r, g, b } = { ...defaultTagColor, ...(isRecord(color) ? color : {}) }
  return {
    r: isFiniteNumber(r) ? clampComponent(r) : defaultTagColor.r,
    g: isFiniteNumber(g) ? clampComponent(g) : defaultTagColor.g,
    b: isFiniteNumber(b) ? clampComponent(b) : defaultTagColor.b,
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

export function cartItemPriceCents(item: CartItem): Cents {
  return cents(Math.round(item.price * 100))
}

/** The total that the cart shows; the server calculates the price to pay. */
export function cartTotalCents(items: readonly CartItem[]): Cents {
  return sumCents(items.map(cartItemPriceCents))
}
