import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { orderView } from '#test/factories/order-view.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { OrderDetails } from './order-details.tsx'

const order = orderView({
  status: 'paid',
  paidAt: '2026-11-20T12:00:00.000Z',
  details: 'Un loup',
  items: orderView().items.map((item) => ({ ...item, offerKey: 'clan-color-tag/3' })),
})

afterEach(() => vi.unstubAllGlobals())

test('an answer that was typed and not sent is there again after a reload', () => {
  const kept = new Map([[`draft details ${order.id}`, 'Un ours']])
  vi.stubGlobal('sessionStorage', { getItem: (key: string) => kept.get(key) ?? null })
  const html = renderToStaticMarkup(<OrderDetails order={order} />)
  expect(html).toContain('>Un ours</textarea>')
  expect(html).toContain(m.orders_details_unsent())
})

test('a delivered order shows what was sent, whatever is left of an answer', () => {
  const kept = new Map([[`draft details ${order.id}`, 'Un ours']])
  vi.stubGlobal('sessionStorage', { getItem: (key: string) => kept.get(key) ?? null })
  const delivered = { ...order, deliveredAt: '2026-11-21T12:00:00.000Z' }
  const html = renderToStaticMarkup(<OrderDetails order={delivered} />)
  expect(html).not.toContain('</textarea>')
  expect(html).toContain('Un loup')
})

test('without one the field has what was sent', () => {
  const html = renderToStaticMarkup(<OrderDetails order={order} />)
  expect(html).toContain('>Un loup</textarea>')
  expect(html).toContain(m.orders_details_sent())
})
