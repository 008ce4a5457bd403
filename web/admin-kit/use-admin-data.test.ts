import { afterEach, expect, test } from 'vitest'
import { queryClient } from '#web/app/query-client.ts'
import { replaceItem } from './use-admin-data.ts'

const queryKey = ['admin', '/api/admin/orders', { search: '' }]
const changed = { id: 2, isDelivered: true }
const list = {
  pages: [
    { items: [{ id: 1, isDelivered: false }], nextCursor: 'next' },
    { items: [{ id: 2, isDelivered: false }], nextCursor: null },
  ],
  pageParams: [null, 'next'],
}

afterEach(() => queryClient.clear())

test('the result of an action is not overwritten by an older response', async () => {
  queryClient.setQueryData(queryKey, list)
  const response = Promise.withResolvers<(typeof list.pages)[number]>()
  const late = queryClient.infiniteQuery({
    queryKey,
    queryFn: () => response.promise,
    initialPageParam: null,
    getNextPageParam: () => null,
  })
  await replaceItem(queryKey, changed)
  response.resolve({ items: [{ id: 2, isDelivered: false }], nextCursor: null })
  await late.catch(() => undefined)
  expect(queryClient.getQueryData(queryKey)).toEqual({
    ...list,
    pages: [list.pages[0], { items: [changed], nextCursor: null }],
  })
})

test('the result of an action of a list that was left makes no list', async () => {
  await replaceItem(queryKey, changed)
  expect(queryClient.getQueryData(queryKey)).toBeUndefined()
})
