import { beforeAll, expect, it } from 'vitest'
import { findSaleWarnings } from '#domain/monetisation.ts'
import { readAllTexts } from '#server/services/site/product-texts.ts'
import { describeOnDatabase } from '#test/database.ts'
import { adminByCode, readTodayOf } from '#test/factories/admin.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import type { Visitor } from '#test/visitor.ts'
import { composeApprovalMessage, findEndingApproval, remindOfApproval } from './monetisation.ts'

const address = '/api/admin/site/monetisation'
const approval = {
  approvedOn: '2026-02-01',
  endsOn: '2027-01-31',
  link: 'https://www.bohemia.net/monetization/approved/dayz',
}

describeOnDatabase('the monetisation guard', (_, createTestDatabase) => {
  let shop: TestShop
  let admin: Visitor
  let version: unknown = null
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
    await shop.stopJobs()
    admin = await adminByCode(shop)
  })

  async function save(changes: object) {
    const value = { approval: null, categories: {}, seen: {}, ...changes }
    const answer = await admin.put(address, { value, version })
    version = answer.body['version'] ?? version
    return answer
  }
  const at = (now: string) => ({ ...shop.services, clock: () => new Date(now) })
  const read = async () => (await shop.visitor().get('/api/site')).body['monetisation']
  const salesToCheck = async () => {
    const { todo } = await readTodayOf(admin)
    return todo.find(({ kind }) => kind === 'sales_to_check')?.count
  }

  it('shows everybody the approval and the categories, and not what the owner has looked at', async () => {
    const categories = { 'reset-stats': 'support' }
    const seen = { 'reset-enemies-stats': ['stats'] }
    await save({ approval, categories, seen })
    expect(await read()).toEqual({ approval, categories })
  })

  it('refuses an approval that ends before it begins, and a category that there is not', async () => {
    const refused = await save({ approval: { ...approval, endsOn: '2026-01-31' } })
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'value.approval.endsOn', code: 'not_after' }] },
    })
    expect(await save({ categories: { 'reset-stats': 'gambling' } })).toMatchObject({ status: 422 })
  })

  it('has the resets among what there is to do until the owner has seen their words', async () => {
    await save({})
    expect(await salesToCheck()).toBe(2)
    const { products, monetisation } = shop.services.site.current()
    const texts = await readAllTexts(shop.services)
    const warnings = findSaleWarnings(products, texts, monetisation)
    const seen = warnings.map(({ product, words }) => [product.slug, words])
    await save({ seen: Object.fromEntries(seen.slice(1)) })
    expect(await salesToCheck()).toBe(1)
    await save({ seen: Object.fromEntries(seen) })
    expect(await salesToCheck()).toBe(undefined)
  })

  it('reminds once at 60, 30 and 7 days, and lists it from the first of them on', async () => {
    await save({ approval })
    const reminded = async (now: string) => {
      await remindOfApproval(at(now))
      await remindOfApproval(at(now))
      const messages = await shop.services.database.db
        .selectFrom('messages')
        .select('dedupe_key')
        .where('kind', '=', 'approval_ends')
        .orderBy('created_at')
        .execute()
      return messages.length
    }
    expect(await reminded('2026-12-01T23:00:00Z')).toBe(0)
    expect(await findEndingApproval(at('2026-12-01T23:00:00Z'))).toMatchObject({ count: 0 })
    expect(await reminded('2026-12-02T08:00:00Z')).toBe(1)
    expect(await reminded('2026-12-20T08:00:00Z')).toBe(1)
    expect(await reminded('2027-01-05T08:00:00Z')).toBe(2)
    expect(await reminded('2027-01-31T23:00:00Z')).toBe(3)
    expect(await reminded('2027-02-01T08:00:00Z')).toBe(3)
    expect(await findEndingApproval(at('2027-02-01T08:00:00Z'))).toEqual({
      count: 1,
      oldestAt: new Date('2026-12-02T00:00:00Z'),
      dueAt: new Date('2027-01-31T00:00:00Z'),
    })
    expect(composeApprovalMessage(shop.services).fields[0]?.value).toBe('2027-01-31')
  })
})
