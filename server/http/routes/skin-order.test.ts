import { beforeAll, expect, it } from 'vitest'
import { listAllShopItems } from '#contract/skins.ts'
import { describeOnDatabase } from '#test/database.ts'
import { adminByCode, adminByDiscord } from '#test/factories/admin.ts'
import { itemBody, readShopItems } from '#test/factories/shop-items.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { players } from '#test/sign-in.ts'
import type { Visitor } from '#test/visitor.ts'

const items = '/api/admin/shop-items'

describeOnDatabase('the order of the skin shop', (_, createTestDatabase) => {
  let shop: TestShop
  let admin: Visitor
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase(), { ADMIN_DISCORD_IDS: players.hunter })
    admin = await adminByCode(shop)
  })

  const db = () => shop.services.database.db
  const listAll = async () => listAllShopItems.answer.parse((await admin.get(items)).body['list'])
  const add = async (changes: Readonly<Record<string, unknown>>) =>
    String((await admin.post(items, await itemBody(changes))).body['id'])
  const sees = async (id: string) => (await readShopItems(shop)).find((item) => item.id === id)

  it('hides an item from everybody but the staff', async () => {
    const id = await add({ hidden: true })
    expect(await sees(id)).toBeUndefined()
    expect((await listAll()).map((item) => item.id)).toContain(id)
    await admin.patch(`${items}/${id}`, { hidden: false, stock: '3' })
    expect(await sees(id)).toMatchObject({ stock: 3 })
    await admin.patch(`${items}/${id}`, { stock: '' })
    expect(await sees(id)).toMatchObject({ stock: null })
  })

  it('moves an item to a place, and lists those without one after it, the newest first', async () => {
    await db().deleteFrom('shop_items').execute()
    const names = async () => (await listAll()).map(({ name }) => name)
    const ids = new Map<string, string>()
    for (const name of ['oldest', 'older', 'newer', 'newest']) {
      shop.advanceClock(1000)
      ids.set(name, await add({ name }))
    }
    const move = async (name: string, position: number | null) =>
      (await admin.patch(`${items}/${ids.get(name)}`, { position })).body['position']
    expect(await move('older', 2)).toBe(2)
    expect(await names()).toEqual(['newest', 'older', 'newer', 'oldest'])
    expect(await move('newest', 3)).toBe(3)
    expect(await names()).toEqual(['older', 'newer', 'newest', 'oldest'])
    expect(await move('oldest', 1)).toBe(1)
    expect(await move('oldest', 99)).toBe(4)
    expect(await names()).toEqual(['older', 'newer', 'newest', 'oldest'])
    expect(await move('older', null)).toBe(null)
    shop.advanceClock(1000)
    await add({ name: 'brand-new' })
    expect(await names()).toEqual(['newer', 'newest', 'oldest', 'brand-new', 'older'])
    const open = await readShopItems(shop)
    expect(open.map(({ name, position }) => [name, position])).toEqual([
      ['brand-new', null],
      ['newest', 3],
      ['newer', 2],
      ['older', null],
      ['oldest', 4],
    ])
  })

  it('lets two admins move items at once', async () => {
    await db().deleteFrom('shop_items').execute()
    const ids = await Promise.all(['a', 'b', 'c', 'd'].map(async (name) => await add({ name })))
    const owner = await adminByDiscord(shop)
    const answers = await Promise.all(
      ids.flatMap((id, index) =>
        [admin, owner].map((one) => one.patch(`${items}/${id}`, { position: 4 - index })),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const positions = (await listAll()).map(({ position }) => position)
    expect(new Set(positions).size).toBe(4)
  })
})
