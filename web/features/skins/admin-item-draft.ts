import { useSyncExternalStore } from 'react'
import type { AdminShopItem } from '#contract/skins.ts'
import { askBeforeLeaving } from '#web/admin-kit/leaving.ts'
import type { ChosenPicture } from '#web/app/picture-field.tsx'
import { createListeners } from '#web/app/subscriptions.ts'

/** The state of the open item form, for a new or an existing item. */
export interface ItemDraft {
  /** Null for a new item. */
  readonly item: AdminShopItem | null
  readonly name: string
  readonly priceText: string
  /** Empty without a limit. */
  readonly stockText: string
  readonly hidden: boolean
  readonly picture: ChosenPicture | null
}

// Outside the component, so that neither another section nor the form of another item loses what
// was typed.
let draft: ItemDraft | null = null
const unsaved = new Map<string | null, ItemDraft>()
const { notify, subscribe } = createListeners()

/** Null while the form is closed. */
export function useItemDraft(): ItemDraft | null {
  return useSyncExternalStore(subscribe, currentItemDraft, () => null)
}

export function currentItemDraft(): ItemDraft | null {
  return draft
}

/** Opens the form of an item, or of a new one, with what was typed there before. */
export function openItemDraft(item: AdminShopItem | null): void {
  update(unsaved.get(item?.id ?? null) ?? { item, ...typedFrom(item), picture: null })
}

function typedFrom(item: AdminShopItem | null) {
  return {
    name: item?.name ?? '',
    priceText: String(item?.price ?? ''),
    stockText: String(item?.stock ?? ''),
    hidden: item?.hidden ?? false,
  }
}

/** Ignored if the form was closed in the meantime. */
export function changeItemDraft(change: Partial<Omit<ItemDraft, 'item'>>): void {
  if (draft === null) return
  const changed = { ...draft, ...change }
  if (isUnsaved(changed)) unsaved.set(idOf(changed), changed)
  else unsaved.delete(idOf(changed))
  update(changed)
}

/**
 * Closes the form of an item that was saved, given up or deleted; null for the new one. Returns
 * whether it was shown: by the end of a request another form may be.
 */
export function closeItemDraft(id: string | null): boolean {
  const isShown = draft !== null && idOf(draft) === id
  unsaved.delete(id)
  update(isShown ? null : draft)
  return isShown
}

function idOf({ item }: ItemDraft): string | null {
  return item?.id ?? null
}

function isUnsaved(typed: ItemDraft): boolean {
  const fresh = typedFrom(typed.item)
  return (
    typed.picture !== null ||
    typed.name !== fresh.name ||
    typed.priceText !== fresh.priceText ||
    typed.stockText !== fresh.stockText ||
    typed.hidden !== fresh.hidden
  )
}

/** The changed fields of an item. The others are not sent, so that changes of another admin stay. */
export function changedFields(
  item: AdminShopItem,
  {
    name,
    price,
    stock,
    hidden,
    image_url,
  }: Pick<AdminShopItem, 'name' | 'price' | 'stock' | 'hidden' | 'image_url'>,
) {
  return {
    ...(name !== item.name && { name }),
    ...(price !== item.price && { price }),
    ...(stock !== item.stock && { stock }),
    ...(hidden !== item.hidden && { hidden }),
    ...(image_url !== item.image_url && { image_url }),
  }
}

function update(next: ItemDraft | null): void {
  draft = next
  askBeforeLeaving('items', unsaved.size > 0)
  notify()
}
