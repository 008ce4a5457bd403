import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isSteamId64 } from '#domain/steam-id64.ts'
import { oneMonth as item } from '#test/factories/cart-item.ts'
import { FakeBrowser } from '#test/fake-browser.ts'
import type { Checkout } from './use-checkout.ts'

/** The checkout of a newly opened tab, and its hook. */
async function openCheckout() {
  vi.resetModules()
  const { useCheckout } = await import('./use-checkout.ts')
  const { readCheckout } = await import('./use-checkout.ts')
  const rendered: Checkout[] = []
  const refuse = vi.fn()
  function Page() {
    rendered.push(useCheckout({ discordAvatarUrl: null, refuse, leave: () => undefined }))
    return null
  }
  renderToStaticMarkup(<Page />)
  const [checkout] = rendered
  if (!checkout) throw new Error('not rendered')
  return { checkout, readCheckout, refuse }
}

beforeEach(() => {
  new FakeBrowser().install()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('a field that the server rejects enables the buttons again, and shows its error', async () => {
  const errors = [
    { path: 'steamId', code: 'invalid', message: 'no Steam ID' },
    { path: 'totalPrice', code: 'invalid', message: 'no price' },
  ]
  const refusal = { code: 'validation_failed', message: 'refused', errors }
  vi.stubGlobal('fetch', async () => Response.json(refusal, { status: 422 }))
  const steamId = '76561198006409531'
  if (!isSteamId64(steamId)) throw new Error('not a Steam ID')
  const { checkout, readCheckout, refuse } = await openCheckout()
  await checkout.pay(item, { steamId, discordUsername: 'nadia', listedAsDonor: false })
  expect(readCheckout()).toMatchObject({ openingItemId: null, notices: {} })
  expect(refuse.mock.lastCall).toEqual([{ steamId: expect.any(String), discordUsername: false }])
})
