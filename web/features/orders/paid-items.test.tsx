import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Router } from 'wouter'
import { orderView } from '#test/factories/order-view.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { PaidItems } from './paid-items.tsx'

const paidAt = '2026-11-20T12:00:00.000Z'
const paid = orderView({ status: 'paid', paidAt })

test.each([
  ['thanks', 'just paid', paid, true],
  ['does not thank', 'delivered', { ...paid, deliveredAt: paidAt }, false],
  ['does not thank', 'refunded', orderView({ status: 'refunded', paidAt }), false],
])('%s for an order that is %s', (_thanks, _state, order, isThanked) => {
  const html = renderToStaticMarkup(
    <Router ssrPath="/">
      <PaidItems orders={[order]} />
    </Router>,
  )
  expect(html.includes(m.orders_paid_title())).toBe(isThanked)
  expect(html).toContain('Priority Queue')
})
