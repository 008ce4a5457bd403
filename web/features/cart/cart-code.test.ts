import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newCartItem, type CartItem } from '#domain/cart.ts'
import { FakeBrowser } from '#test/fake-browser.ts'
import { newId } from '#web/app/new-id.ts'
import { catalogue } from '#web/features/products/catalogue.ts'
import {
  applyCode,
  codePricesQuery,
  endCode,
  leaveOutOfCode,
  priceWithCode,
  readCartCode,
} from './cart-code.ts'

let browser = new FakeBrowser()

beforeEach(() => {
  browser = new FakeBrowser()
  browser.install()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function itemOf(key: string): CartItem {
  const offer = catalogue().offers.find((one) => one.key === key)
  if (!offer) throw new Error(`${key} is not sold`)
  return { id: newId(), ...newCartItem(offer) }
}

/** Asks for the prices of the items, of which the server says those by name. */
async function askFor(items: readonly CartItem[], centsByName: Record<string, number>) {
  vi.stubGlobal('fetch', async (_path: string, { body }: { readonly body: string }) => {
    const asked: { items: { id: string; name: string }[] } = JSON.parse(body)
    return Response.json({
      items: asked.items.map(({ id, name }) => ({
        id,
        priceCents: centsByName[name] ?? 0,
        listPriceCents: 1000,
      })),
      left: null,
    })
  })
  return runQuery('SOKOL10', items)
}

function runQuery(code: string, items: readonly CartItem[]) {
  const { queryFn } = codePricesQuery(code, items)
  if (typeof queryFn !== 'function') throw new Error('the query has no function')
  return Reflect.apply(queryFn, null, [])
}

test('only what the code makes cheaper than today names it, and each duration has its own price', async () => {
  const month = itemOf('priority-queue/1')
  const same = { ...itemOf('priority-queue/1'), id: newId() }
  const reset = itemOf('reset-stats')
  const { prices } = await askFor([month, same, reset], {
    [month.name]: 900,
    [reset.name]: reset.price * 100,
  })
  const code = { code: 'SOKOL10', leftOut: [same.id] }
  expect(priceWithCode(month, code, prices)).toEqual({ ...month, price: 9, code: 'SOKOL10' })
  expect(priceWithCode(same, code, prices)).toBe(same)
  expect(priceWithCode(reset, code, prices)).toBe(reset)
  const longer = itemOf('priority-queue/3')
  expect(priceWithCode(longer, code, prices)).toBe(longer)
})

test('a code that ends while it is in the cart is dropped with its reason; a code that was only typed is not', async () => {
  const refusal = { code: 'code_over', message: 'over' }
  vi.stubGlobal('fetch', async () => Response.json(refusal, { status: 410 }))
  applyCode('SOKOL10')
  await expect(runQuery('OTHER', [itemOf('reset-stats')])).rejects.toThrow('over')
  expect(readCartCode()).toMatchObject({ ended: null })
  await expect(runQuery('SOKOL10', [itemOf('reset-stats')])).rejects.toThrow('over')
  expect(readCartCode()).toMatchObject({ code: 'SOKOL10', ended: 'code_over' })
})

test('a code survives a reload with what it was used up for, and what is not one is dropped', () => {
  applyCode('SOKOL10')
  leaveOutOfCode('one')
  leaveOutOfCode('other')
  expect(browser.readJson('cartCode')).toEqual({
    code: 'SOKOL10',
    leftOut: ['one', 'other'],
    ended: null,
  })
  endCode('ANOTHER', 'code_over')
  expect(readCartCode()?.ended).toBeNull()
  browser.kept.set('cartCode', '{"code":5}')
  expect(readCartCode()).toBeNull()
  browser.kept.set('cartCode', 'SOKOL10')
  expect(readCartCode()).toBeNull()
})
