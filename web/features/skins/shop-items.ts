import { useEffect } from 'react'
import type { ShopItemView } from '#contract/skins.ts'
import { requestJson } from '#web/app/api-client.ts'
import { useAnswer, type AnswerControl } from '#web/app/use-answer.ts'
import { subscribeToShopItems } from '#web/app/events.ts'

export type ShopItems = readonly ShopItemView[]

/** The items of the skin shop, newest first; refetched after every change by the staff. */
export function useShopItems(): AnswerControl<ShopItems> {
  const control = useAnswer(fetchShopItems)
  const { refetch } = control
  useEffect(() => subscribeToShopItems(() => void refetch()), [refetch])
  return control
}

async function fetchShopItems(): Promise<ShopItems> {
  try {
    return await requestJson<ShopItems>('/api/shop-items')
  } catch (error) {
    // oxlint-disable-next-line no-console -- helps to find out why the shop stays empty
    console.warn('skin shop: the items could not be loaded', error)
    throw error
  }
}
