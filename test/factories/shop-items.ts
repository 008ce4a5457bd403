import { z } from 'zod'
import type { TestShop } from '#test/shop.ts'
import { asDataUrl, picture } from './pictures.ts'

const itemList = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    price: z.number(),
    image_url: z.string(),
    created_at: z.string(),
  }),
)

/** The body of `POST /api/admin/shop-items` as JSON. */
export async function itemBody(changes: Readonly<Record<string, unknown>> = {}) {
  return { name: 'Toxic Mosin', price: 250, image_url: asDataUrl(await picture()), ...changes }
}

/** The public list of the skin shop. */
export async function readShopItems({ origin }: Pick<TestShop, 'origin'>) {
  const response = await fetch(`${origin}/api/shop-items`)
  return itemList.parse(await response.json())
}
