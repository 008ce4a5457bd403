import { expect, test } from 'vitest'
import { listingsAddress, noFilter, readListingFilter } from './list-filter.ts'

test('the whole list has the plain address', () => {
  expect(listingsAddress(noFilter)).toBe('/team')
  expect(readListingFilter('')).toEqual(noFilter)
})

test.each([true, false])('a filter survives a round trip through the address', (hasMicrophone) => {
  const filter = {
    search: 'рейд & co',
    type: 'LFT',
    hasMicrophone,
    language: 'ru',
    playStyle: 'raiding',
  } as const
  const address = new URL(listingsAddress(filter), 'https://kryptonique.example')
  expect(address.pathname).toBe('/team')
  expect(readListingFilter(address.search)).toEqual(filter)
})

test('unknown filters are ignored', () => {
  const query = '?type=lfg&hasMicrophone=maybe&language=xx&playStyle=&search=%20%20&page=2'
  expect(readListingFilter(query)).toEqual(noFilter)
})

test('a search is cut to the server’s limit', () => {
  expect(readListingFilter(`?search=${'a'.repeat(500)}`).search).toHaveLength(100)
})

test('characters that the server rejects, such as a pasted tab, become spaces', () => {
  expect(readListingFilter('?search=raid%09nuit%00').search).toBe('raid nuit')
  const halfOfAnEmoji = `${'a'.repeat(99)}😀`
  expect(readListingFilter(`?search=${encodeURIComponent(halfOfAnEmoji)}`).search).toBe(
    'a'.repeat(99),
  )
})
