import { InfiniteQueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { TeamListingEvent } from '#contract/team.ts'
import { listingFields, teamListing, whole } from '#test/factories/listing-answers.ts'
import { FakeEventSource } from '#test/fake-event-source.ts'
import { settle, useTeamWorld } from '#test/team-tab.ts'

const list = 'GET /api/team-listings'

const { world, stopLater, stopAll } = useTeamWorld('2026-03-02T12:00:00Z')

async function openList(filter = whole) {
  const [
    { followList, listQuery, loadNextPage, reloadList },
    { queryClient, queryKeys },
    { carried },
    { listenToEvents },
    { startTeamSync },
  ] = await Promise.all([
    import('./team-list.ts'),
    import('#web/app/query-client.ts'),
    import('#web/app/first-view.ts'),
    import('#web/app/events.ts'),
    import('#web/features/team/store/team-sync.ts'),
  ])
  // As in every document, so that no stream that opens asks for it.
  for (const client of [carried, queryClient]) client.setQueryData(queryKeys.site, null)
  const observer = new InfiniteQueryObserver(queryClient, listQuery(filter))
  const onChange = vi.fn<() => void>()
  stopLater(
    listenToEvents(() => undefined),
    startTeamSync(),
    observer.subscribe(onChange),
    followList(filter),
  )
  await settle()
  const read = () => observer.getCurrentResult()
  return {
    read,
    onChange,
    loadMore: () => loadNextPage(filter, (options) => observer.fetchNextPage(options)),
    reload: () => reloadList(filter),
    shown: () => read().data?.listings.map(({ id }) => Number(id.slice(-12))) ?? [],
    total: () => read().data?.total,
  }
}

async function receiveEvent(event: TeamListingEvent): Promise<void> {
  FakeEventSource.newest?.dispatchEvent(
    new MessageEvent('team-listing', { data: JSON.stringify(event) }),
  )
  // Its schema is loaded with the first event.
  await vi.dynamicImportSettled()
}

function post(...numbers: number[]): void {
  numbers.forEach((number) =>
    world.server.put(listingFields, { ...teamListing(number), age: listingFields.age }),
  )
}

function copied(): number[] {
  const stored = world.browser.readJson('teamListings')
  if (!Array.isArray(stored)) return []
  return stored.map(({ id }: { id: string }) => Number(id.slice(-12)))
}

const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1)

test('the first visit loads only the first page, and stores a copy', async () => {
  post(1, 2)
  const opened = await openList()
  expect(world.server.asked).toEqual([list])
  expect(opened.shown()).toEqual([2, 1])
  expect(opened.total()).toBe(2)
  expect([...world.browser.kept.keys()]).toEqual(['teamListings'])
  expect(copied()).toEqual([2, 1])
})

test('the server applies the filters, and the copy stays as it is', async () => {
  post(1)
  const opened = await openList({
    search: 'raids & Kr',
    type: 'LFT',
    hasMicrophone: false,
    language: 'ru',
    playStyle: 'pvp',
  })
  expect(world.server.asked).toEqual([
    `${list}?search=raids+%26+Kr&type=LFT&hasMicrophone=false&language=ru&playStyle=pvp`,
  ])
  expect(opened.shown()).toEqual([])
  expect(copied()).toEqual([])
})

test('further pages are loaded one by one, each once, to the end', async () => {
  post(...upTo(50))
  const opened = await openList()
  expect(opened.shown()).toHaveLength(24)
  await Promise.all([opened.loadMore(), opened.loadMore()])
  expect(opened.shown()).toHaveLength(48)
  await opened.loadMore()
  await opened.loadMore()
  expect(opened.shown()).toEqual(upTo(50).toReversed())
  expect(world.server.asked).toEqual([list, `${list}?cursor=24`, `${list}?cursor=48`])
})

test('a next page that fails shows the failure, and loads on retry', async () => {
  post(...upTo(30))
  const opened = await openList()
  world.server.faults.push('database_unavailable')
  const failure = { code: 'database_unavailable' }
  await expect(opened.loadMore()).rejects.toMatchObject(failure)
  expect(opened.read()).toMatchObject({ isFetchNextPageError: true, error: failure })
  expect(opened.shown()).toHaveLength(24)
  await opened.loadMore()
  expect(opened.read().error).toBeNull()
  expect(opened.shown()).toHaveLength(30)
})

test('events add, change and remove listings, in the list and in the copy', async () => {
  post(1, 2)
  const opened = await openList()
  await receiveEvent({ change: 'made', listing: teamListing(3) })
  expect(opened.shown()).toEqual([3, 2, 1])
  expect(opened.total()).toBe(3)
  await receiveEvent({
    change: 'changed',
    listing: teamListing(2, { description: 'Builds', revision: 2 }),
  })
  expect(opened.read().data?.listings[1]?.description).toBe('Builds')
  await receiveEvent({ change: 'gone', id: teamListing(1).id })
  expect(opened.shown()).toEqual([3, 2])
  expect(opened.total()).toBe(2)
  await settle()
  expect(copied()).toEqual([3, 2])
  expect(world.server.asked).toEqual([list])
})

test('a response does not undo events that arrived while it was under way', async () => {
  post(1, 2)
  const answer = world.server.fetch(list.slice(4))
  const slow = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', () => slow.promise.then(() => answer))
  const opened = await openList()
  await receiveEvent({ change: 'gone', id: teamListing(1).id })
  await receiveEvent({ change: 'made', listing: teamListing(3) })
  slow.resolve()
  await settle()
  expect(opened.shown()).toEqual([3, 2])
  expect(opened.total()).toBe(2)
})

test('a reload during a request brings what the response to it lacks', async () => {
  post(1)
  const early = world.server.fetch(list.slice(4))
  const slow = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', () => slow.promise.then(() => early))
  const opened = await openList()
  post(2)
  vi.stubGlobal('fetch', world.server.fetch)
  const reloaded = opened.reload()
  await settle()
  expect(opened.shown()).toEqual([])
  slow.resolve()
  await reloaded
  expect(opened.shown()).toEqual([2, 1])
})

test('when events may have been missed, all loaded pages are loaded again', async () => {
  post(...upTo(30))
  const opened = await openList()
  await opened.loadMore()
  world.server.delete(teamListing(2).id)
  post(31)
  const { subscribeToTeamListings } = await import('#web/app/events.ts')
  stopLater(subscribeToTeamListings(() => undefined))
  FakeEventSource.newest?.dispatchEvent(new Event('open'))
  expect(opened.shown()).toHaveLength(30)
  world.browser.page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  FakeEventSource.newest?.dispatchEvent(new Event('open'))
  await settle()
  expect(opened.shown()).toEqual([31, ...upTo(30).toReversed()].filter((number) => number !== 2))
  expect(opened.total()).toBe(30)
})

/** Delays the responses to list requests, each until it is released. */
/** Holds the responses about listings. */
function holdResponses() {
  const held: (() => void)[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    const answer = await world.server.fetch(path)
    if (!path.startsWith(list.slice(4))) return answer
    const { promise, resolve } = Promise.withResolvers<void>()
    held.push(resolve)
    await promise
    return answer
  })
  const release = async (index: number): Promise<void> => {
    held[index]?.()
    await settle()
  }
  return { release }
}

function openStream(): void {
  FakeEventSource.newest?.dispatchEvent(new Event('open'))
}

test('the opening event stream does not delay the first response', async () => {
  post(1)
  const { release } = holdResponses()
  const opened = await openList()
  post(2)
  openStream()
  await settle()
  await release(0)
  expect(opened.shown()).toEqual([1])
  await release(1)
  expect(opened.shown()).toEqual([2, 1])
  expect(opened.total()).toBe(2)
  expect(world.server.asked.filter((one) => one === list)).toHaveLength(2)
})

test('a next page arrives even if the stream opens during its request', async () => {
  post(...upTo(60))
  const opened = await openList()
  const { release } = holdResponses()
  const loading = opened.loadMore()
  await settle()
  post(61)
  openStream()
  await settle()
  await release(0)
  await loading
  expect(opened.shown()).toEqual(upTo(60).toReversed().slice(0, 48))
  await release(1)
  await release(2)
  expect(opened.shown()).toEqual(upTo(61).toReversed().slice(0, 48))
  expect(opened.total()).toBe(61)
  vi.stubGlobal('fetch', world.server.fetch)
  await opened.loadMore()
  expect(opened.shown()).toEqual(upTo(61).toReversed())
})

test('a next page requested during a reload loses no changes of the reload', async () => {
  post(...upTo(60))
  const opened = await openList()
  const { release } = holdResponses()
  post(61)
  openStream()
  await settle()
  const loading = opened.loadMore()
  await settle()
  await release(0)
  await release(1)
  await loading
  expect(opened.shown()).toEqual(upTo(61).toReversed().slice(0, 48))
  expect(opened.total()).toBe(61)
})

test('a next page does not undo events that arrived while it was under way', async () => {
  post(...upTo(60))
  const opened = await openList()
  const { release } = holdResponses()
  const loading = opened.loadMore()
  await settle()
  await receiveEvent({ change: 'made', listing: teamListing(61) })
  await receiveEvent({ change: 'gone', id: teamListing(60).id })
  await release(0)
  await loading
  await settle()
  expect(opened.shown()).toEqual([61, ...upTo(59).toReversed()].slice(0, 48))
  expect(opened.total()).toBe(60)
})

test('events from before a lost connection are not applied to pages loaded after it', async () => {
  post(1)
  const { release } = holdResponses()
  const opened = await openList()
  await receiveEvent({ change: 'made', listing: teamListing(2) })
  // The server no longer has it; the event of its removal was missed.
  openStream()
  await settle()
  await release(0)
  await release(1)
  expect(opened.shown()).toEqual([1])
})

test('without a network nothing is requested, and the list loads when it is back', async () => {
  post(1)
  world.browser.goOffline()
  const opened = await openList()
  expect(opened.read()).toMatchObject({ data: undefined, error: { code: 'network_error' } })
  expect(world.server.asked).toEqual([])
  world.browser.goOnline()
  await settle()
  expect(opened.shown()).toEqual([1])
  expect(opened.read().error).toBeNull()
})

test('loaded listings stay when the server becomes unreachable', async () => {
  post(1)
  const opened = await openList()
  world.server.faults.push('unreachable')
  await opened.reload()
  expect(opened.shown()).toEqual([1])
  expect(opened.read()).toMatchObject({ isRefetchError: true, error: { code: 'network_error' } })
})

test('an event after a failed reload reloads the list, because earlier ones may have been missed', async () => {
  post(1)
  const opened = await openList()
  post(2)
  world.server.faults.push('unreachable')
  openStream()
  await settle()
  world.server.delete(teamListing(1).id)
  await receiveEvent({ change: 'gone', id: teamListing(1).id })
  await settle()
  expect(opened.shown()).toEqual([2])
  expect(opened.read().error).toBeNull()
})

test('a next page after a failed reload reloads the earlier pages too', async () => {
  post(...upTo(30))
  const opened = await openList()
  post(31)
  world.server.faults.push('unreachable')
  openStream()
  await settle()
  await opened.loadMore()
  expect(opened.shown()).toEqual(upTo(31).toReversed())
  expect(opened.read().error).toBeNull()
})

test('a list without subscribers ignores events', async () => {
  post(1)
  const opened = await openList()
  stopAll()
  opened.onChange.mockClear()
  await receiveEvent({ change: 'made', listing: teamListing(3) })
  expect(opened.shown()).toEqual([1])
  await opened.reload()
  expect(opened.onChange).not.toHaveBeenCalled()
})

test('the copy has the newest hundred listings of others', async () => {
  post(...upTo(130))
  const opened = await openList()
  for (let page = 0; page < 5; page += 1) {
    await opened.loadMore()
  }
  await settle()
  expect(opened.shown()).toHaveLength(130)
  expect(copied()).toEqual(upTo(130).toReversed().slice(0, 100))
})

test('the copy drops listings that the first page no longer has, and keeps older ones', async () => {
  post(...upTo(40))
  const opened = await openList()
  await opened.loadMore()
  world.server.delete(teamListing(39).id)
  stopAll()
  vi.resetModules()
  await openList()
  expect(copied()).toEqual(
    upTo(40)
      .toReversed()
      .filter((number) => number !== 39),
  )
})
