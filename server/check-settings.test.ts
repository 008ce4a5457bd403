import { readdir, rm } from 'node:fs/promises'
import { beforeAll, expect, it } from 'vitest'
import { cleanUpLater } from '#test/cleanups.ts'
import { runScript } from '#test/script.ts'
import { describeOnDatabase } from '#test/database.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { makeTemporaryFolder } from '#test/temporary-folder.ts'

describeOnDatabase('npm run check-settings', (_, createTestDatabase) => {
  let shop: TestShop
  let settings: Readonly<Record<string, string>>
  beforeAll(async () => {
    const location = await createTestDatabase()
    shop = await openShop(location)
    await shop.stopJobs()
    settings = {
      ...(location.kind === 'postgres'
        ? { DATABASE_URL: location.url }
        : { DATA_DIR: location.directory }),
      PORT: new URL(shop.origin).port,
      SANDBOX_PORT: new URL(shop.sandbox.origin).port,
      STAFF_LANGUAGE: 'en',
    }
  })

  async function check(more: Readonly<Record<string, string>> = {}) {
    const script = runScript(`
      Object.assign(process.env, ${JSON.stringify({ ...settings, ...more })})
      await import('./server/check-settings.ts')
    `)
    const { exitCode } = await script.ended
    return { exitCode, output: script.output() }
  }

  it('prints a line for each connection, and changes nothing', async () => {
    await shop.sandbox.fail({ provider: 'stripe', kind: 'webhook-old' })
    const { exitCode, output } = await check({ GAME_SERVER_ADRESS: 'the-value' })
    expect(exitCode, output).toBe(0)
    expect(output).toMatch(/^ok +paypal: Everything is right$/m)
    expect(output).toMatch(/^warning +stripe: .*2019-12-03.* → Make a new webhook/m)
    expect(output).toMatch(/^warning +settings: .*did you mean GAME_SERVER_ADDRESS/m)
    expect(output).toMatch(/^not set up +cftools$/m)
    expect(output).toMatch(/^ok +priority-file: Everything is right$/m)
    // A running shop has the embedded database open.
    expect(output).toMatch(/^(?:ok +database: Everything|warning +database: .* left out)/m)
    expect(output).not.toContain('the-value')
    const { db } = shop.services.database
    expect(await db.selectFrom('connection_tests').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('messages').selectAll().execute()).toEqual([])
  })

  it('exits with 1 on a fault, and says what to do', async () => {
    await shop.sandbox.fail({ provider: 'paypal', kind: 'webhook-missing' })
    const { exitCode, output } = await check({ PRIORITY_FILE: '/no-such-folder/priority.txt' })
    expect(exitCode).toBe(1)
    expect(output).toMatch(/^fault +priority-file: .*no-such-folder.* → .*folder/m)
    expect(output).toMatch(/^fault +paypal: PayPal has no webhook .* → At developer/m)
  })

  it('tests the rest before the first start, and makes no database', async () => {
    const folder = makeTemporaryFolder('kryptonique-no-shop-')
    cleanUpLater(() => rm(folder, { recursive: true, force: true }))
    const missing = `${folder}/not/yet`
    const { exitCode, output } = await check({
      DATABASE_URL: '',
      DATA_DIR: missing,
      PRIORITY_FILE: `${folder}/priority.txt`,
    })
    expect(exitCode, output).toBe(0)
    expect(output).toMatch(
      /^warning +database: The database does not exist yet .* → Start the site/m,
    )
    expect(output).toMatch(/^ok +stripe: Everything is right$/m)
    expect(output).toMatch(/^warning +priority-file: There is no priority\.txt .* → Check/m)
    expect(await readdir(folder)).toEqual([])
  })

  it('names settings with which the server would not start', async () => {
    const { exitCode, output } = await check({ PORT: 'none', DATABASE_URL: '' })
    expect(exitCode).toBe(1)
    expect(output).toContain('PORT: ')
  })
})
