import { expect, test } from 'vitest'
import { loadContract } from './schemas.ts'

const contract = loadContract('paypal-orders.json')
const creating = { path: '/v2/checkout/orders', method: 'post' } as const

test('a wrong status, a wrong payee and a wrong issue are found', () => {
  const order = { id: 'A', status: 'PAID', purchase_units: [{ payee: { merchant_id: 'SHOP' } }] }
  expect(contract.faults({ ...creating, status: '201' }, order)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('/status'),
      expect.stringContaining('/purchase_units/0/payee/merchant_id'),
    ]),
  )
  const refusal = { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'NO_SUCH_ISSUE' }] }
  expect(contract.faults({ ...creating, status: '422' }, refusal)).not.toEqual([])
})

test('an answer kind that is not published is an error, not a pass', () => {
  expect(() => contract.faults({ ...creating, status: '299' }, {})).toThrow('no /paths')
})
