import { useSyncExternalStore } from 'react'
import type { ShopItemView } from '#contract/skins.ts'
import type { ChosenPicture } from '#web/admin-kit/picture-field.tsx'
import { createListeners } from '#web/app/subscriptions.ts'
import type { ItemFields } from './admin-item-api.ts'

/** The state of the open item form, for a new or an existing item. */
export interface ItemDraft {
  /** Null for a new item. */
  readonly item: ShopItemView | null
  readonly name: string
  readonly priceText: string
  readonly picture: ChosenPicture | null
}

// Outside the component, so that switching the section does not lose the draft.
let draft: ItemDraft | null = null
const { notify, subscribe } = createListeners()

/** Null while the form is closed. */
export function useItemDraft(): ItemDraft | null {
  return useSyncExternalStore(subscribe, currentItemDraft, () => null)
}

export function currentItemDraft(): ItemDraft | null {
  return draft
}

export function openItemDraft(item: ShopItemView | null): void {
  update({ item, name: item?.name ?? '', priceText: item ? String(item.price) : '', picture: null })
}

/** Ignored if the form was closed in the meantime. */
export function changeItemDraft(change: Partial<Omit<ItemDraft, 'item'>>): void {
  if (draft !== null) update({ ...draft, ...change })
}

export function closeItemDraft(): void {
  update(null)
}

/** Whether closing the form would lose a change. */
export function isUnsaved(current: ItemDraft | null): boolean {
  if (current === null) return false
  const { item, name, priceText, picture } = current
  return (
    picture !== null ||
    name !== (item?.name ?? '') ||
    priceText !== (item ? String(item.price) : '')
  )
}

/** The changed fields of an item. The others are not sent, so that changes of another admin stay. */
export function changedFields(
  item: ShopItemView,
  { name, price, image }: ItemFields,
): Partial<ItemFields> {
  return {
    ...(name !== item.name && { name }),
    ...(price !== item.price && { price }),
    ...(image !== null && { image }),
  }
}

function update(next: ItemDraft | null): void {
  draft = next
  notify()
}
