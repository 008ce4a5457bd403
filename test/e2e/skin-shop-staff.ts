import { z } from 'zod'
import { picture, asDataUrl } from '#test/factories/pictures.ts'
import type { RunningProduct } from '#test/product.ts'
import { createVisitor } from '#test/visitor.ts'
import { rightCode } from './admin-area.ts'
import { expect } from './fixtures.ts'

/** The staff's actions for the skin shop, by the same calls as their pages. */
export async function skinStaff({ origin }: Pick<RunningProduct, 'origin'>, network: string) {
  const visitor = createVisitor(origin)
  const comesFrom = { 'x-forwarded-for': network }
  const session = await visitor.post('/api/admin/session', { code: rightCode }, comesFrom)
  expect(session.status).toBe(204)
  return {
    /** Returns the item's id. */
    sell: async (name: string, price: number, color?: string): Promise<string> => {
      const image = asDataUrl(await picture('png', color))
      const { status, body } = await visitor.post('/api/admin/shop-items', {
        name,
        price,
        image_url: image,
      })
      expect(status).toBe(201)
      return z.string().parse(body['id'])
    },
    changePrice: async (itemId: string, name: string, price: number): Promise<void> => {
      expect((await visitor.patch(itemPath(itemId), { name, price })).status).toBe(200)
    },
    withdraw: async (itemId: string): Promise<void> => {
      expect((await visitor.delete(itemPath(itemId))).status).toBe(204)
    },
    credit: async (steamId: string, amount: number): Promise<void> => {
      const credit = { steamId, discordUsername: 'sokol', amount }
      expect((await visitor.post('/api/admin/krypto-credits', credit)).status).toBe(200)
    },
    balanceOf: async (steamId: string): Promise<unknown> =>
      (await visitor.get(`/api/krypto-balance/${steamId}`)).body['balance'],
  }
}

function itemPath(itemId: string): string {
  return `/api/admin/shop-items/${itemId}`
}
