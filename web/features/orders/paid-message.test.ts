import { expect, test } from 'vitest'
import { orderView } from '#test/factories/order-view.ts'
import { paidMessage } from './paid-message.ts'

const paid = orderView({ status: 'paid' })

test('the message names what is paid, and leads to the orders', () => {
  const items = paid.items.map((item) => ({ ...item, name: 'Gear' }))
  expect(paidMessage([paid, { ...paid, id: 'another', items }])).toEqual({
    title: 'Paiement reçu, merci\u00A0!',
    tone: 'success',
    description: 'Priority Queue, 3\u00A0mois · Gear, 3\u00A0mois',
    actions: [{ label: 'Mes commandes', href: '/orders' }],
  })
})

test('the message of a disputed order says that it is paid, without thanks', () => {
  const { title, tone } = paidMessage([orderView({ status: 'disputed' })])
  expect(title).toMatch(/^Payé/)
  expect(tone).toBeUndefined()
})
