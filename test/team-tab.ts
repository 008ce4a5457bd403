import { afterEach, beforeEach, vi } from 'vitest'
import { FakeBrowser } from './fake-browser.ts'
import { FakeEventSource } from './fake-event-source.ts'
import { FakeTeamServer } from './fake-team-server.ts'
import { listingFields } from './factories/listing-answers.ts'

/** Gives each test its own browser and server, at a frozen time. */
export function useTeamWorld(now: string) {
  const world = { browser: new FakeBrowser(), server: new FakeTeamServer() }
  let stops: (() => void)[] = []

  beforeEach(() => {
    vi.useFakeTimers({ now: new Date(now) })
    vi.resetModules()
    world.browser = new FakeBrowser()
    world.browser.install()
    world.server = new FakeTeamServer()
    vi.stubGlobal('fetch', world.server.fetch)
    FakeEventSource.opened = []
    vi.stubGlobal('EventSource', FakeEventSource)
  })

  function stopAll(): void {
    stops.forEach((stop) => stop())
    stops = []
  }

  afterEach(() => {
    stopAll()
    vi.clearAllTimers()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  function leaveLater<Tab extends { readonly leave: () => void }>(tab: Tab): Tab {
    stops.push(tab.leave)
    return tab
  }

  return {
    world,
    openTab: async () => leaveLater(await openTeamTab()),
    openTabWithListing: async () => leaveLater(await openTeamTabWithListing(world.server)),
    /** The server's listings. */
    served: () => servedBy(world.server),
    onlyId: () => onlyIdOf(world.server),
    /** Calls it after the test. */
    stopLater: (...ends: (() => void)[]): void => void stops.push(...ends),
    /** The same now: closes the page. */
    stopAll,
  }
}

/** A browser tab: the page's modules, with the team's page open until `leave` is called. */
async function openTeamTab() {
  vi.resetModules()
  const [own, watching, device, outbox, { currentToasts }, { readUserId }] = await Promise.all([
    import('#web/features/team/store/own-listings.ts'),
    import('#web/features/team/store/team-sync.ts'),
    import('#web/features/team/store/listing-copies.ts'),
    import('#web/features/team/store/outbox.ts'),
    import('#web/app/toasts.ts'),
    import('#web/features/team/store/ownership.ts'),
  ])
  const { showOwn } = await import('#web/features/team/store/shown-listings.ts')
  const leave = watching.startTeamSync()
  await settle()
  return {
    ...own,
    leave,
    own: () =>
      showOwn({
        copies: device.copies.read(),
        changes: outbox.outbox.read(),
        userId: readUserId(),
        now: Date.now(),
      }),
    copies: device.copies,
    toasts: () => currentToasts().map(({ title }) => title),
  }
}

/** The same, with a listing of this browser that the server has had for an hour. */
async function openTeamTabWithListing(server: FakeTeamServer) {
  const tab = await openTeamTab()
  const { kind } = await tab.makeListing(listingFields)
  if (kind !== 'sent') throw new Error(`the listing was not sent but is ${kind}`)
  await secondsLater(3600)
  server.asked.length = 0
  return { ...tab, id: onlyIdOf(server) }
}

export const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0)
export const secondsLater = (seconds: number): Promise<unknown> =>
  vi.advanceTimersByTimeAsync(seconds * 1000)

function servedBy(server: FakeTeamServer): string[] {
  return [...server.kept.values()].map(({ listing }) => listing.description)
}

/** The id of the server's only listing. */
function onlyIdOf(server: FakeTeamServer): string {
  const [id] = server.kept.keys()
  if (id === undefined) throw new Error('the server has no listing')
  return id
}
