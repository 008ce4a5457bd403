import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { m } from '#web/i18n/paraglide/messages.js'
import { ItemGrid } from './item-grid.tsx'
import { inShopOrder } from './shop-items.ts'

function itemNamed(name: string, { stock = null, position = null }: Placed = {}) {
  return { id: name, name, price: 500, image_url: '/x', created_at: '', stock, position }
}

interface Placed {
  readonly stock?: number | null
  readonly position?: number | null
}

/** The markup of each card. */
function render(...items: readonly ReturnType<typeof itemNamed>[]): readonly string[] {
  const purchase = {
    hold: { phase: 'idle' } as const,
    send: () => true,
    lastAttempt: null,
    bought: null,
    unanswered: [],
    isRetrying: false,
    confirm: () => {},
    cancel: () => {},
    retry: () => {},
  }
  return renderToStaticMarkup(<ItemGrid items={items} purchase={purchase} />)
    .split('<article')
    .slice(1)
}

test('an item says how many are left, and a sold-out one why it cannot be bought', () => {
  const [limited, over, free] = render(
    itemNamed('limited', { stock: 2 }),
    itemNamed('over', { stock: 0 }),
    itemNamed('free'),
  )
  expect(limited).toContain(m.shop_stock({ count: 2 }))
  expect(over).toContain(m.shop_sold_out())
  const reason = over?.match(/<p id="([^"]+)"[^>]*>([^<]+)</)
  expect(reason?.[2]).toBe(m.shop_sold_out_text())
  expect(over).toContain(`aria-describedby="${reason?.[1]}" disabled=""`)
  expect([limited, free].join('')).not.toContain('disabled=""')
  expect(free).not.toContain('badge')
})

test('items with a place come first, and the others stay the newest first', () => {
  const items = [
    itemNamed('newest'),
    itemNamed('second', { position: 2 }),
    itemNamed('older'),
    itemNamed('first', { position: 1 }),
  ]
  expect(inShopOrder(items).map(({ name }) => name)).toEqual(['first', 'second', 'newest', 'older'])
})
