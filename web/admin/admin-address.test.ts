import { expect, test } from 'vitest'
import {
  noFilters,
  ordersAddress,
  ordersQuery,
  readOrderFilters,
  readSection,
  sectionAddress,
} from './admin-address.ts'

function queryOf(address: string): string {
  return new URL(address, 'http://site.test').search
}

test('filters survive their way through the address', () => {
  const filters = { search: 'Соко́л & co=1 #2', status: 'settled', toDeliver: true } as const
  const query = queryOf(ordersAddress(filters))
  expect(readOrderFilters(query)).toEqual(filters)
  expect(readSection(query)).toBe('orders')
})

test('without filters the address is the short one', () => {
  expect(ordersAddress(noFilters)).toBe('/admin?section=orders')
  expect(sectionAddress('overview')).toBe('/admin')
  expect(readOrderFilters('?section=orders')).toEqual(noFilters)
})

test('what is no filter and no section is left out', () => {
  expect(readOrderFilters('?status=stolen&toDeliver=perhaps&cursor=x')).toEqual(noFilters)
  expect(readSection('?section=secrets')).toBe('overview')
})

test('a search is never longer than the server takes', () => {
  expect(readOrderFilters(`?search=${'7'.repeat(500)}`).search).toHaveLength(100)
})

test('the server is asked for the filters that are set, and for what follows', () => {
  expect(ordersQuery(noFilters)).toBe('')
  expect(ordersQuery({ ...noFilters, status: 'pending' }, 'a/b=')).toBe(
    'status=pending&cursor=a%2Fb%3D',
  )
})
