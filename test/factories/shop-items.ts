import { z } from 'zod'
import type { TestShop } from '#test/shop.ts'
import type { Visitor } from '#test/visitor.ts'
import { asDataUrl, picture } from './pictures.ts'

const itemList = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    price: z.number(),
    image_url: z.string(),
    created_at: z.string(),
    stock: z.number().nullable(),
    position: z.number().nullable(),
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

/** Sends a form, as a program may. */
export function sendForm(
  { origin }: Pick<TestShop, 'origin'>,
  { cookies }: Visitor,
  method: 'POST' | 'PATCH',
  path: string,
  fields: Readonly<Record<string, string | Blob>>,
): Promise<Response> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return fetch(`${origin}${path}`, { method, body, headers: { cookie, origin } })
}
