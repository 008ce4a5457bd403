import { beforeAll, expect, it } from 'vitest'
import { buildWebIfStale } from '#scripts/build-web.ts'
import { describeOnDatabase } from '#test/database.ts'
import { openShop } from '#test/shop.ts'
import { builtPages } from './built-pages.ts'
import { readRouterOfApp } from './routes-of-app.ts'

describeOnDatabase('the routes of the app', (_, createTestDatabase) => {
  beforeAll(() => buildWebIfStale())

  it('suit the fast router: one pattern beside which another is ambiguous slows all of them', async () => {
    const { services } = await openShop(await createTestDatabase())
    expect(await readRouterOfApp(services, builtPages)).toBe('SmartRouter + RegExpRouter')
  })
})
