import { expect, test } from 'vitest'
import { m } from '#web/i18n/paraglide/messages.js'
import { packFaults, packsWith } from './admin-pack-draft.ts'
import { packText } from './admin-shop-words.ts'

const small = { amount: 500, bonus: 50, priceDollars: 4.99, priceId: 'price_kr_500' }
const packs = [small]

test('a pack whose earlier try was saved, though its answer was lost, is there already', () => {
  const changed = { amount: '500', bonus: '50', price: '5,49' }
  const first = packsWith(changed, small, packs)
  expect(first).toMatchObject({ there: small, index: 0, isThere: false })
  expect(packsWith(changed, small, first.next)).toMatchObject({ isThere: true, next: first.next })

  const added = { amount: '2 000', bonus: '0', price: '$19' }
  const second = packsWith(added, null, packs)
  expect(second).toMatchObject({ there: null, index: 1, isThere: false })
  const again = packsWith(added, null, second.next)
  expect(again).toMatchObject({ index: 1, isThere: true, next: second.next })
  expect(packFaults(again.next, again.index)).toEqual({})
})

test('a pack that somebody else has hidden meanwhile stays hidden, and says so', () => {
  const { next } = packsWith({ amount: '500', bonus: '50', price: '5' }, small, [
    { ...small, hidden: true },
  ])
  expect(next).toEqual([{ ...small, priceDollars: 5, hidden: true }])
  expect(next.map(packText)).toEqual([expect.stringContaining(m.admin_product_hidden())])
})

test('another pack with the amount of one that is there is refused at its field', () => {
  const { there, next, index } = packsWith({ amount: '500', bonus: '0', price: '9' }, null, packs)
  expect([there, index]).toEqual([null, 1])
  expect(Object.keys(packFaults(next, index))).toEqual(['amount'])
})
