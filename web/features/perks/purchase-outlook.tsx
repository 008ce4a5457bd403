import { queryOptions } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { perkSlotsAddress, type FirstViewQuery } from '#contract/page-renderer.ts'
import type { PerkSlots, PerkView } from '#contract/perks.ts'
import type { CartItem } from '#domain/cart.ts'
import { addMonths } from '#domain/perks.ts'
import { perkOf, productOfType, type Product } from '#domain/products.ts'
import { isSteamId64, type SteamId64 } from '#domain/steam-id64.ts'
import { call } from '#web/app/api-client.ts'
import { useServerData } from '#web/app/query-client.ts'
import { useSession } from '#web/app/session.ts'
import { site } from '#web/app/site.ts'
import { useIsHydrated, useNow } from '#web/app/subscriptions.ts'
import { readSteamId, storedSteamId } from '#web/features/accounts/stored-player.ts'
import { formatDate, formatLongDay } from '#web/i18n/format-time.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Notice } from '#web/ui/notice.tsx'
import { perksQuery } from './perks-api.ts'

interface OutlookProps {
  readonly product: Product
  /** Of each purchase of this perk for this player, in order, up to the one shown here. */
  readonly months: readonly number[]
  /** Whom it is for; null while that is not known. */
  readonly steamId?: SteamId64 | null
}

/** Until when a purchase would last, and what it adds to, where the visitor may know that. */
export function PurchaseOutlook({ product, months, steamId = null }: OutlookProps) {
  const now = useNow()
  const held = useHeldPerk(product, steamId)
  if (now === null) return null
  if (held?.endsAt === null) return <p className="text-amber">{m.outlook_permanent()}</p>
  const heldUntilMs = held ? Date.parse(held.endsAt) : now
  const daysLeft = Math.max(1, Math.round((heldUntilMs - now) / dayMs))
  const sum = months.reduce((total, number) => total + number, 0)
  const endMs =
    held && heldUntilMs > now ? addMonths(heldUntilMs, sum, held.renewalDay) : addMonths(now, sum)
  return (
    <p>
      <span>{m.outlook_until({ date: formatDate(new Date(endMs).toISOString()) })}</span>
      {heldUntilMs > now && (
        <>
          <br />
          <span className="text-muted">{m.outlook_adds({ count: daysLeft })}</span>
        </>
      )}
    </p>
  )
}

const dayMs = 24 * 60 * 60 * 1000

interface ItemOutlookProps {
  readonly item: CartItem
  /** The whole cart: items of the same perk and player run one after the other. */
  readonly items: readonly CartItem[]
  /** The typed Steam ID; without one that of the item counts. */
  readonly steamId?: SteamId64 | null
}

/** The same for an item in the cart, and how many places are left. Nothing for what has no duration. */
export function ItemOutlook({ item, items, steamId }: ItemOutlookProps) {
  const product = productOfType(site().products, item.type)
  if (!product || perkOf(product) === null || item.duration === undefined) return null
  const months = items
    .slice(0, items.indexOf(item) + 1)
    .filter((other) => other.type === item.type && (steamId || other.steamId === item.steamId))
    .flatMap(({ duration = [] }) => duration)
  return (
    <div className="mt-3 grid gap-2 text-sm">
      <PurchaseOutlook
        product={product}
        months={months}
        steamId={steamId ?? parseSteamId64(item.steamId)}
      />
      <SlotsText product={product} isInCart />
    </div>
  )
}

function parseSteamId64(text = ''): SteamId64 | null {
  return isSteamId64(text) ? text : null
}

interface SlotsTextProps {
  readonly product: Product
  /** What is in a cart is delivered when it is paid, whatever is left. */
  readonly isInCart?: boolean
}

/** How many places of a product are left, if only some players can have it at once. */
export function SlotsText({ product, isInCart = false }: SlotsTextProps) {
  const slots = useSlots(product)
  const isFull = useIsFull(product)
  // Before that the day is the same in every time zone.
  const formatDay = useIsHydrated() ? formatDate : formatLongDay
  if (!slots || (slots.left === 0 && !isFull)) return null
  const { left, slots: total, nextFreeAt } = slots
  if (left > 0) return <p className="text-muted">{m.outlook_slots({ count: left, total })}</p>
  return (
    <Notice tone="warning" title={m.outlook_full_title({ total })}>
      <span>
        {nextFreeAt === null
          ? m.outlook_full_never()
          : m.outlook_full_next({ date: formatDay(nextFreeAt) })}
      </span>
      {isInCart && <span>{` ${m.outlook_full_in_cart()}`}</span>}
    </Notice>
  )
}

/** Whether nobody new can have it for now; its holders can renew it. */
export function useIsFull(product: Product): boolean {
  const isHeld = useHeldPerk(product, null) !== null
  return useSlots(product)?.left === 0 && !isHeld
}

export const perkSlotsQuery = {
  ...queryOptions({
    queryKey: ['perk-slots'],
    queryFn: () => call(import('#contract/perks.ts').then(({ listSlots }) => listSlots)),
  }),
  address: perkSlotsAddress,
}

/** What the page of a product shows of its places. */
export function firstViewOf(product: Product): readonly FirstViewQuery[] {
  return isLimited(product) ? [perkSlotsQuery] : []
}

function isLimited(product: Product): boolean {
  return 'slots' in product && product.slots !== undefined
}

/** Requested only for a product that has a limit. */
function useSlots(product: Product): PerkSlots | undefined {
  const enabled = isLimited(product)
  const { data } = useServerData({ ...perkSlotsQuery, enabled })
  return enabled ? data?.find((slots) => slots.product === product.slug) : undefined
}

/**
 * The perk of a product that this Steam ID holds, or while none is known, the one of this device's
 * player, or the only one of the visitor. Not requested for visitors who cannot have any.
 */
function useHeldPerk(product: Product, steamId: SteamId64 | null): PerkView | null {
  const { user } = useSession()
  const ownSteamId = useSyncExternalStore(storedSteamId.subscribe, readSteamId, () => null)
  const enabled = user !== null || ownSteamId !== null
  const { data } = useServerData({ ...perksQuery, enabled })
  const perk = perkOf(product)
  const held = (enabled && data ? data : []).filter(
    (view) => view.perk === perk && view.delivery.state !== 'suspended',
  )
  const of = (owner: SteamId64 | null) => held.find((view) => view.steamId === owner) ?? null
  if (steamId !== null) return of(steamId)
  return of(ownSteamId) ?? (held.length === 1 ? (held[0] ?? null) : null)
}
