import { expect, test } from 'vitest'
import {
  adminSections,
  krAddress,
  listingKinds,
  logAddress,
  noFilters,
  ordersAddress,
  ordersQuery,
  perksAddress,
  readKrFilters,
  readOrderFilters,
  readPerkFilters,
  readLogFilters,
  readSection,
  sectionsOf,
  readSkinFilters,
  readTeamFilters,
  sectionAddress,
  skinsAddress,
  teamAddress,
} from './address.ts'

function queryOf(address: string): string {
  return new URL(address, 'http://site.test').search
}

test('the bare address shows the shop; every other section has its own address', () => {
  expect(sectionAddress('shop')).toBe('/admin')
  expect(sectionAddress('today')).toBe('/admin?section=today')
  expect(readSection('?section=overview', adminSections)).toBe('today')
  expect(
    adminSections.map((section) => readSection(queryOf(sectionAddress(section)), adminSections)),
  ).toEqual(adminSections)
})

test('filters survive a round trip through the address', () => {
  const filters = {
    search: 'Соко́л & co=1 #2',
    status: 'paid',
    toDeliver: true,
    unanswered: true,
    unpaid: true,
  } as const
  const query = queryOf(ordersAddress(filters))
  expect(readOrderFilters(query)).toEqual(filters)
  expect(readSection(query, adminSections)).toBe('orders')
  const kr = { list: 'transactions', search: 'cs_test', type: 'pack_bonus' } as const
  expect(readKrFilters(queryOf(krAddress(kr)))).toEqual(kr)
  const perks = { list: 'deliveries', search: '76561198006409530', state: 'retrying' } as const
  expect(readPerkFilters(queryOf(perksAddress(perks)))).toEqual(perks)
  const skins = { search: 'ghillie', toDeliver: true }
  expect(readSkinFilters(queryOf(skinsAddress(skins)))).toEqual(skins)
  expect(readLogFilters(queryOf(logAddress({ search: 'kr_credited' }))).search).toBe('kr_credited')
  for (const shown of listingKinds) {
    const team = { search: 'sokol', shown }
    expect(readTeamFilters(queryOf(teamAddress(team)))).toEqual(team)
  }
})

test('the list of orders leaves out the unpaid, unless somebody looks for them', () => {
  const isPaidOnly = (changes: Partial<typeof noFilters>) =>
    ordersQuery({ ...noFilters, ...changes }).paid
  expect(isPaidOnly({})).toBe(true)
  expect(isPaidOnly({ toDeliver: true })).toBe(true)
  expect(isPaidOnly({ unpaid: true })).toBe(false)
  expect(isPaidOnly({ unanswered: true })).toBe(false)
  expect(isPaidOnly({ search: 'sokol' })).toBe(false)
  expect(isPaidOnly({ status: 'pending' })).toBe(false)
})

test('without filters the address is the short one', () => {
  expect(ordersAddress(noFilters)).toBe('/admin?section=orders')
  expect(krAddress({ list: 'flows', search: '', type: null })).toBe('/admin?section=kr')
  expect(perksAddress({ list: 'batches' })).toBe('/admin?section=perks&list=batches')
  expect(perksAddress({ list: 'deliveries', state: null })).toBe('/admin?section=perks')
  expect(logAddress({ search: '' })).toBe('/admin?section=log')
  expect(teamAddress({ search: '', shown: 'reported' })).toBe('/admin?section=team')
  expect(readOrderFilters('?section=orders')).toEqual(noFilters)
})

test('unknown filters and sections are ignored', () => {
  expect(readOrderFilters('?status=stolen&toDeliver=perhaps&cursor=x')).toEqual(noFilters)
  expect(readKrFilters('?list=secrets&type=gift')).toEqual({
    list: 'flows',
    search: '',
    type: null,
  })
  expect(readTeamFilters('?shown=secrets')).toEqual({ search: '', shown: 'reported' })
  expect(readSection('?section=secrets', adminSections)).toBe('shop')
})

test('somebody gets the first section that they may see, unless they ask for another one', () => {
  expect(sectionsOf('owner')).toEqual(adminSections)
  expect(sectionsOf('moderator')).toEqual(['today', 'team', 'site'])
  expect(readSection('', sectionsOf('support'))).toBe('today')
  expect(readSection('?section=people', sectionsOf('manager'))).toBeNull()
})

test('a search is cut to the server’s limit', () => {
  expect(readOrderFilters(`?search=${'7'.repeat(500)}`).search).toHaveLength(100)
})
