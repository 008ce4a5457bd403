import { expect, test } from 'vitest'
import {
  changeFrom,
  clockOf,
  offerFaults,
  offerFrom,
  shownProducts,
  typedFrom,
  typedOffer,
  typedProducts,
} from './admin-offer-draft.ts'

const empty = typedFrom(null, ['priority-queue'])

test('what is typed is found again as it was stored', () => {
  const typed = { ...empty, scope: 'some', products: ['packs'], until: '2030-05-01T10:00' }
  expect(typedOffer.parse(JSON.parse(JSON.stringify(typed)))).toEqual(typed)
})

test('euros are typed with a comma or a point, and a percent with its sign', () => {
  const amount = { ...empty, kind: 'amount' } as const
  expect(offerFrom({ ...amount, value: '2,50' })).toMatchObject({ kind: 'amount', value: 250 })
  expect(offerFrom({ ...amount, value: '2.5 €' }).value).toBe(250)
  expect(offerFrom({ ...empty, value: '20 %' }).value).toBe(20)
})

test.each([
  ['no value', { value: '' }, 'value'],
  ['91 %', { value: '91' }, 'value'],
  ['0 %', { value: '0' }, 'value'],
  ['no product of some', { value: '20', scope: 'some' }, 'products'],
  ['an end before its beginning', { from: '2030-05-02T10:00', until: '2030-05-01T10:00' }, 'until'],
  ['a code of two letters', { who: 'code', codes: 'typed', code: 'AB' }, 'code'],
  ['101 codes', { who: 'code', make: '101' }, 'make'],
  ['a limit of words', { who: 'code', limit: 'ten' }, 'limit'],
] as const)('%s is said at its field', (_, typed, field) => {
  const faults = offerFaults({ ...empty, value: '20', ...typed })
  expect(Object.keys(faults)).toEqual([field])
})

test('what another choice has hidden is not sent', () => {
  const typed = { ...empty, value: '20', limit: '5', code: 'SOKOL10', codes: 'typed' } as const
  const sale = offerFrom({ ...typed, scope: 'some', products: ['packs', 'priority-queue'] })
  expect(sale).toMatchObject({ kind: 'percent', products: ['packs', 'priority-queue'] })
  expect(sale).not.toHaveProperty('limit')
  expect(sale).not.toHaveProperty('code')
  const coded = { ...typed, who: 'code', scope: 'some', products: ['packs', 'vip'] } as const
  expect(typedProducts(coded)).toEqual(['vip'])
  expect(offerFrom({ ...coded, kind: 'kr' })).not.toHaveProperty('products')
  expect(offerFrom({ ...coded, kind: 'perk' }).products).toEqual(['priority-queue'])
})

test('a copied product that is not sold any more can be taken out', () => {
  expect(shownProducts(empty, ['color-tag'], ['packs', 'removed'])).toEqual([
    'color-tag',
    'packs',
    'removed',
  ])
  expect(shownProducts({ ...empty, who: 'code' }, ['color-tag'], [])).toEqual(['color-tag'])
})

test('a change sends only what differs, and an emptied field takes the limit away', () => {
  const before = { until: clockOf('2030-05-01T10:00:00.000Z'), limit: '5', perPlayer: '', note: '' }
  expect(changeFrom({ ...before, limit: '' }, before)).toEqual({ limit: null })
  const until = clockOf('2030-05-02T10:00:00.000Z')
  expect(changeFrom({ ...before, until }, before)).toEqual({ endsAt: '2030-05-02T10:00:00.000Z' })
})

const offer = {
  ...({
    id: '',
    kind: 'percent',
    value: 20,
    products: null,
    startsAt: '',
    endsAt: null,
  } as const),
  limit: null,
  perPlayer: null,
  note: '',
  uses: 0,
  held: 0,
  incomeCents: 0,
  incomeUsdCents: 0,
  createdAt: '',
}

test('a copy of a code of one’s own asks for another one, and of made codes makes more', () => {
  expect(typedFrom({ ...offer, code: 'SOKOL10' }, [])).toMatchObject({ codes: 'typed', code: '' })
  expect(typedFrom({ ...offer, code: 'AB2CD3EF4G' }, []).codes).toBe('made')
})

test('a copy of a gift gives its perk, or the first one when its product is gone', () => {
  const gift = { ...offer, kind: 'perk', code: 'AB2CD3EF4G', products: ['badge'] } as const
  expect(typedFrom(gift, ['priority-queue', 'badge']).perk).toBe('badge')
  expect(typedFrom(gift, ['priority-queue', 'vip']).perk).toBe('priority-queue')
})
