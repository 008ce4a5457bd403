import type { StaffRole } from '#domain/rights.ts'
import type { DatabaseLocation } from '#server/db/database.ts'
import { sandboxDefaults } from '#server/app/settings.ts'
import type { MakePages } from '#server/http/pages/page-routes.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { players } from '#test/sign-in.ts'
import { openPeople, type People } from './people.ts'

/** A shop with people of every kind. */
export interface Setup {
  readonly shop: TestShop
  /** Gives the account of the staff that role. */
  readonly giveRole: (role: StaffRole) => void
  /** The current people; `renewPeople` after one of them has signed out. */
  readonly people: () => People
  readonly renewPeople: () => Promise<void>
}

/** Each request comes from a new network, in `networkHeader`, so that none reaches a limit by accident. */
export async function setUp(location: DatabaseLocation, makePages?: MakePages): Promise<Setup> {
  const settings = {
    TRUSTED_PROXIES: '127.0.0.1',
    LB_CORE_TOKEN: sandboxDefaults.lbCoreToken,
    PRIORITY_PULL_TOKEN: 'Zk3vQx8LmT2pRw6YbN9sHd4JfC7uAe5G',
  }
  const staffRoles = new Map<string, StaffRole>([[players.hunter, 'owner']])
  const shop = await openShop(location, settings, undefined, makePages, (config) => ({
    ...config,
    staffRoles,
  }))
  await announcePayments(shop)
  let people = await openPeople(shop)
  const setup: Setup = {
    shop,
    giveRole: (role) => staffRoles.set(players.hunter, role),
    people: () => people,
    renewPeople: async () => {
      await resetLimits(setup)
      people = await openPeople(shop)
    },
  }
  return setup
}

/**
 * Payments that were inserted here have no event of their provider; an event that counts as later than any
 * keeps them from calling for one, however slow the machine is.
 */
async function announcePayments({ services }: TestShop): Promise<void> {
  const received_at = new Date(Date.now() + 24 * 60 * 60_000)
  const events = (['stripe', 'paypal'] as const).map((provider) => ({
    provider,
    event_id: 'evt_later',
    type: 'later',
    body: '{}',
    received_at,
  }))
  await services.database.db.insertInto('webhook_events').values(events).execute()
}

/** Resets the limits over all networks; no single network has used up its own. */
export async function resetLimits({ shop }: Setup): Promise<void> {
  await shop.services.database.db.deleteFrom('rate_limits').execute()
}
