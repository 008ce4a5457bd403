import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { parseSteamId } from '#domain/steam-id.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import type { Attempt } from './buy-skin.ts'
import { PurchaseDialog } from './purchase-dialog.tsx'

const item = {
  id: 'skin-1',
  name: 'Ghillie',
  price: 500,
  image_url: '/images/a',
  created_at: '',
  stock: null,
  position: null,
}
const steamId = '76561198006409531'

function render(attempt: Partial<Attempt>): string {
  const tried = parseSteamId(steamId)
  if (!tried.ok) throw new Error('the test needs a good Steam ID')
  const lastAttempt = {
    key: 'key-1',
    steamId: tried.steamId64,
    itemId: item.id,
    itemName: item.name,
    priceKr: 500,
    forSomebodyElse: false,
    sentAt: 0,
    ...attempt,
  } as const
  return renderToStaticMarkup(
    <PurchaseDialog
      item={item}
      lastAttempt={lastAttempt}
      isBuying={false}
      onConfirm={() => {}}
      onCancel={() => {}}
    />,
  )
}

/** For whom the form says that it is. */
function chosenIn(html: string): string | undefined {
  return html.match(/checked="".*?<span class="first-letter:uppercase">([^<]+)/)?.[1]
}

test('a second try for somebody else is for them again, so that their ID is not taken for one’s own', () => {
  const html = render({ forSomebodyElse: true })
  expect(html).toContain(`value="${steamId}"`)
  expect(chosenIn(html)).toBe(m.player_for_other())
})

test('the Steam ID of somebody else does not stand in the form of the next skin', () => {
  const html = render({ itemId: 'skin-2', forSomebodyElse: true })
  expect(html).not.toContain(steamId)
  expect(chosenIn(html)).toBe(m.checkout_for_me())
  expect(render({ itemId: 'skin-2' })).toContain(`value="${steamId}"`)
})
