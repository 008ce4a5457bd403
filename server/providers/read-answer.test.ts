import { expect, it } from 'vitest'
import { z } from 'zod'
import { readAnswer } from './read-answer.ts'

const shape = z.object({ status: z.literal('COMPLETED') })
const read = (body: string) => readAnswer(shape, body, 'fetch-order')

it('names the unreadable part and the probable order', () => {
  const orderId = 'c9c1e6a5-9d43-4f3f-8f4b-4d9a4b6f8e11'
  const answer = JSON.stringify({ status: 'VOIDED', custom_id: orderId })
  expect(read(answer)).toEqual({
    outcome: 'unreadable',
    detail: 'fetch-order: status: Invalid input: expected "COMPLETED"',
    answer,
    orderId,
    paymentReference: null,
  })
})

it('keeps no names, addresses and secrets of the answer', () => {
  const answer = read(
    JSON.stringify({
      id: 'O-1',
      payer: { name: { surname: 'Dupont' }, email_address: 'a.dupont@players.example' },
      purchase_units: [
        { amount: { value: '10.001' }, shipping: { address: { city: 'Lyon' } }, custom: 'x@y.fr' },
      ],
      client_secret: 'cs_1_secret_2',
      customer_details: { phone: '+33 6' },
      links: [{ href: 'https://paypal.example/?token=1', rel: 'self' }],
    }),
  )
  expect(answer).toMatchObject({
    answer: JSON.stringify({
      id: 'O-1',
      payer: '…',
      purchase_units: [{ amount: { value: '10.001' }, shipping: '…', custom: '…' }],
      client_secret: '…',
      customer_details: '…',
      links: [{ href: '…', rel: 'self' }],
    }),
  })
})

it.each([
  ['a page instead of JSON', `<html>\0${'x'.repeat(10_000)}`, 300],
  ['very much JSON', JSON.stringify({ id: 'x'.repeat(10_000) }), 4000],
  ['nothing', '', 0],
])('keeps a bounded part of %s', (_, body, length) => {
  const answer = read(body)
  expect(answer.outcome === 'unreadable' && answer.answer.length).toBe(length)
  expect(answer).toMatchObject({ answer: expect.not.stringContaining('\0') })
})
