import { expect, test, vi } from 'vitest'
import type { TeamListingEvent } from '#contract/events.ts'
import type { ListingFilter } from '#domain/team.ts'
import { listingFields, teamListing } from '#test/factories/listing-answers.ts'
import { FakeEventSource } from '#test/fake-event-source.ts'
import { settle, useTeamWorld } from '#test/team-tab.ts'

const whole: ListingFilter = {
  search: '',
  type: null,
  hasMicrophone: null,
  language: null,
  playStyle: null,
}
const list = 'GET /api/team-listings'

const { world, stopLater, stopAll } = useTeamWorld('2026-03-02T12:00:00Z')

async function openList(filter = whole) {
  const [{ createTeamList }, { listenToEvents }, { startTeamSync }] = await Promise.all([
    import('./team-list.ts'),
    import('#web/app/events.ts'),
    import('#web/features/team/store/team-sync.ts'),
  ])
  const teamList = createTeamList(filter)
  const onChange = vi.fn<() => void>()
  stopLater(
    listenToEvents(() => undefined),
    startTeamSync(),
    teamList.watch(onChange),
  )
  await settle()
  const shown = (): number[] =>
    teamList.read().pages?.listings.map(({ id }) => Number(id.slice(-12))) ?? []
  return { ...teamList, onChange, shown, total: () => teamList.read().pages?.total }
}

function hear(event: TeamListingEvent): void {
  FakeEventSource.newest?.dispatchEvent(
    new MessageEvent('team-listing', { data: JSON.stringify(event) }),
  )
}

function post(...numbers: number[]): void {
  numbers.forEach((number) => world.server.put(listingFields, teamListing(number)))
}

function copied(): number[] {
  const kept = world.browser.readJson('teamListings')
  if (!Array.isArray(kept)) return []
  return kept.map(({ id }: { id: string }) => Number(id.slice(-12)))
}

const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1)

test('the first visit asks for the first page alone, and keeps it', async () => {
  post(1, 2)
  const opened = await openList()
  expect(world.server.asked).toEqual([list])
  expect(opened.shown()).toEqual([2, 1])
  expect(opened.total()).toBe(2)
  expect([...world.browser.kept.keys()]).toEqual(['teamListings'])
  expect(copied()).toEqual([2, 1])
})

test('filters are the server’s to apply, and leave the copy alone', async () => {
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

test('more is read page by page, each once, to the end', async () => {
  post(...upTo(50))
  const opened = await openList()
  expect(opened.shown()).toHaveLength(24)
  opened.loadMore()
  opened.loadMore()
  expect(opened.read().isLoadingMore).toBe(true)
  await settle()
  expect(opened.shown()).toHaveLength(48)
  opened.loadMore()
  await settle()
  opened.loadMore()
  await settle()
  expect(opened.shown()).toEqual(upTo(50).toReversed())
  expect(world.server.asked).toEqual([list, `${list}?cursor=24`, `${list}?cursor=48`])
})

test('a next page that does not come says so, and comes when it is asked for again', async () => {
  post(...upTo(30))
  const opened = await openList()
  world.server.faults.push('database_unavailable')
  opened.loadMore()
  await settle()
  expect(opened.read()).toMatchObject({
    isLoadingMore: false,
    moreFailure: { code: 'database_unavailable' },
    failure: null,
  })
  opened.loadMore()
  expect(opened.read().moreFailure).toBeNull()
  await settle()
  expect(opened.shown()).toHaveLength(30)
})

test('listings appear, change and go as it is heard, here and in the copy', async () => {
  post(1, 2)
  const opened = await openList()
  hear({ change: 'made', listing: teamListing(3) })
  expect(opened.shown()).toEqual([3, 2, 1])
  expect(opened.total()).toBe(3)
  hear({ change: 'changed', listing: teamListing(2, { description: 'Builds', revision: 2 }) })
  expect(opened.read().pages?.listings[1]?.description).toBe('Builds')
  hear({ change: 'gone', id: teamListing(1).id })
  expect(opened.shown()).toEqual([3, 2])
  expect(opened.total()).toBe(2)
  expect(copied()).toEqual([3, 2])
  expect(world.server.asked).toEqual([list])
})

test('what happens while an answer is on its way is not undone by it', async () => {
  post(1, 2)
  const answer = world.server.fetch(list.slice(4))
  const slow = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', () => slow.promise.then(() => answer))
  const opened = await openList()
  hear({ change: 'gone', id: teamListing(1).id })
  hear({ change: 'made', listing: teamListing(3) })
  slow.resolve()
  await settle()
  expect(opened.shown()).toEqual([3, 2])
  expect(opened.total()).toBe(2)
})

test('an answer that comes after a newer one is ignored', async () => {
  post(1)
  const early = world.server.fetch(list.slice(4))
  const slow = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', () => slow.promise.then(() => early))
  const opened = await openList()
  post(2)
  vi.stubGlobal('fetch', world.server.fetch)
  opened.reload()
  await settle()
  slow.resolve()
  await settle()
  expect(opened.shown()).toEqual([2, 1])
})

test('when something may have been missed, all that was read is read anew', async () => {
  post(...upTo(30))
  const opened = await openList()
  opened.loadMore()
  await settle()
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

/** Holds the answers to the list's questions back, each until it is let go. */
function holdAnswers() {
  const held: (() => void)[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    const answer = await world.server.fetch(path)
    const { promise, resolve } = Promise.withResolvers<void>()
    held.push(resolve)
    await promise
    return answer
  })
  const letGo = async (index: number): Promise<void> => {
    held[index]?.()
    await settle()
  }
  return { letGo }
}

function openStream(): void {
  FakeEventSource.newest?.dispatchEvent(new Event('open'))
}

test('the stream that opens does not hold back the first answer', async () => {
  post(1)
  const { letGo } = holdAnswers()
  const opened = await openList()
  post(2)
  openStream()
  await settle()
  await letGo(0)
  expect(opened.shown()).toEqual([1])
  await letGo(1)
  expect(opened.shown()).toEqual([2, 1])
  expect(opened.total()).toBe(2)
  expect(world.server.asked).toEqual([list, list])
})

test.each([
  ['before', [0, 1, 2]],
  ['after', [1, 2, 0]],
])(
  'a next page comes also when the stream opens meanwhile, and its answer comes %s the new ones',
  async (_, order) => {
    post(...upTo(60))
    const opened = await openList()
    const { letGo } = holdAnswers()
    opened.loadMore()
    post(61)
    openStream()
    await settle()
    for (const index of order) await letGo(index)
    expect(opened.shown()).toEqual(upTo(61).toReversed().slice(0, 48))
    expect(opened.total()).toBe(61)
    expect(opened.read().isLoadingMore).toBe(false)
    vi.stubGlobal('fetch', world.server.fetch)
    opened.loadMore()
    await settle()
    expect(opened.shown()).toEqual(upTo(61).toReversed())
  },
)

test.each([
  ['before', [0, 1, 2]],
  ['after', [1, 2, 0]],
])(
  'a next page that is wanted while all is read anew loses no news that answers %s it',
  async (_, order) => {
    post(...upTo(60))
    const opened = await openList()
    const { letGo } = holdAnswers()
    post(61)
    openStream()
    await settle()
    opened.loadMore()
    expect(opened.read().isLoadingMore).toBe(true)
    await settle()
    for (const index of order) await letGo(index)
    expect(opened.shown()).toEqual(upTo(61).toReversed().slice(0, 48))
    expect(opened.total()).toBe(61)
    expect(opened.read().isLoadingMore).toBe(false)
  },
)

test('what was heard before the stream broke is not put into what is read after it', async () => {
  post(1)
  const { letGo } = holdAnswers()
  const opened = await openList()
  hear({ change: 'made', listing: teamListing(2) })
  // The server has nothing of it: that it went was not heard.
  openStream()
  await settle()
  await letGo(0)
  await letGo(1)
  expect(opened.shown()).toEqual([1])
})

test('without a network nothing is asked, and everything when it is back', async () => {
  post(1)
  world.browser.goOffline()
  const opened = await openList()
  expect(opened.read()).toMatchObject({ pages: null, failure: { code: 'network_error' } })
  expect(world.server.asked).toEqual([])
  world.browser.goOnline()
  await settle()
  expect(opened.shown()).toEqual([1])
  expect(opened.read().failure).toBeNull()
})

test('what was read stays when the server cannot be reached any more', async () => {
  post(1)
  const opened = await openList()
  world.server.faults.push('unreachable')
  opened.reload()
  await settle()
  expect(opened.shown()).toEqual([1])
  expect(opened.read().failure).toMatchObject({ code: 'network_error' })
})

test('a next page after news that could not be had brings the news as well', async () => {
  post(...upTo(30))
  const opened = await openList()
  post(31)
  world.server.faults.push('unreachable')
  openStream()
  await settle()
  opened.loadMore()
  await settle()
  expect(opened.shown()).toEqual(upTo(31).toReversed())
  expect(opened.read().failure).toBeNull()
})

test('a list that nobody watches any more hears nothing', async () => {
  post(1)
  const opened = await openList()
  stopAll()
  opened.onChange.mockClear()
  hear({ change: 'made', listing: teamListing(3) })
  expect(opened.shown()).toEqual([1])
  opened.reload()
  await settle()
  expect(opened.onChange).not.toHaveBeenCalled()
})

test('the copy keeps the newest hundred of others', async () => {
  post(...upTo(130))
  const opened = await openList()
  for (let page = 0; page < 5; page += 1) {
    opened.loadMore()
    await settle()
  }
  expect(opened.shown()).toHaveLength(130)
  expect(copied()).toEqual(upTo(130).toReversed().slice(0, 100))
})

test('the copy loses what the first page has not any more, and keeps what is older', async () => {
  post(...upTo(40))
  const opened = await openList()
  opened.loadMore()
  await settle()
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
