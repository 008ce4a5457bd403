import { expect, it } from 'vitest'
import { runScript } from '#test/script.ts'

it('does not start with two packs of one price id, and names them', async () => {
  const script = runScript(`
    import { registerHooks } from 'node:module'
    registerHooks({
      load(url, context, nextLoad) {
        const loaded = nextLoad(url, context)
        if (!url.endsWith('/site/packs.ts')) return loaded
        const source = String(loaded.source).replace('price_kr_10000', 'price_kr_5000')
        return { ...loaded, source }
      },
    })
    await import('./server/app/start.ts')
  `)
  expect(await script.ended).toMatchObject({ exitCode: 1 })
  await expect
    .poll(() => script.output())
    .toBe('site/packs.ts, kryptoPacks[5].priceId: is that of another pack.\n')
})

it('names a setting that is written wrong, and prints no value', async () => {
  const script = runScript(`
    process.env.GAME_SERVER_ADRESS = 'the-value'
    process.env.DATABASE_URL = 'postgres://shop@127.0.0.1:1/shop'
    await import('./server/app/start.ts')
  `)
  await script.ended
  await expect
    .poll(() => script.output())
    .toMatch(/"level":40,.*GAME_SERVER_ADRESS .*GAME_SERVER_ADDRESS\b/)
  expect(script.output()).not.toContain('the-value')
})

it('does not start without its database, names the setting, and prints no password', async () => {
  const script = runScript(`
    process.env.DATABASE_URL = 'postgres://shop:database-password@127.0.0.1:1/shop'
    await import('./server/app/start.ts')
  `)
  expect(await script.ended).toMatchObject({ exitCode: 1 })
  await expect.poll(() => script.output()).toMatch(/^DATABASE_URL cannot be reached.*\n$/m)
  expect(script.output()).not.toContain('database-password')
})
