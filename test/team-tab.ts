import { vi } from 'vitest'
import type { FakeTeamServer } from './fake-team-server.ts'
import { listingFields } from './factories/listing-answers.ts'

/** A tab of the browser: the page's modules, with the team's page open until `leave` is called. */
export async function openTeamTab() {
  vi.resetModules()
  const [own, watching, device, outbox, { currentToasts }, { readOwnership }] = await Promise.all([
    import('../web/team/own-listings.ts'),
    import('../web/team/team-watch.ts'),
    import('../web/team/listing-copies.ts'),
    import('../web/team/outbox.ts'),
    import('../web/toasts.ts'),
    import('../web/team/ownership.ts'),
  ])
  const { showOwn } = await import('../web/team/show-listings.ts')
  const leave = watching.watchTeam()
  await settle()
  return {
    ...own,
    leave,
    own: () =>
      showOwn({
        copies: device.copies.read(),
        wishes: outbox.outbox.read(),
        ownership: readOwnership(),
        now: Date.now(),
      }),
    copies: device.copies,
    toasts: () => currentToasts().map(({ title }) => title),
  }
}

/** The same, with a listing of this browser that the server has, an hour ago. */
export async function openTeamTabWithListing(server: FakeTeamServer) {
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

/** What the server's listings say. */
export function servedBy(server: FakeTeamServer): string[] {
  return [...server.kept.values()].map(({ listing }) => listing.description)
}

/** Of the listing that a server has at least. */
export function onlyIdOf(server: FakeTeamServer): string {
  const [id] = server.kept.keys()
  if (id === undefined) throw new Error('the server has no listing')
  return id
}
