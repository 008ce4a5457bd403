import type { DatabaseLocation } from '#server/db/database.ts'
import { openShop, type MakePages, type TestShop } from '#test/shop.ts'
import { players } from '#test/sign-in.ts'
import { openPeople, type People } from './people.ts'

/** A shop with people of every kind. */
export interface Ground {
  readonly shop: TestShop
  /** The current people; `renewPeople` after one of them has signed out. */
  readonly people: () => People
  readonly renewPeople: () => Promise<void>
}

/** Each request comes from a new network, in `networkHeader`, so that none reaches a limit by accident. */
export async function openGround(
  location: DatabaseLocation,
  makePages?: MakePages,
): Promise<Ground> {
  const settings = { ADMIN_DISCORD_IDS: players.hunter, TRUSTED_PROXIES: '127.0.0.1' }
  const shop = await openShop(location, settings, undefined, makePages)
  let people = await openPeople(shop)
  const ground: Ground = {
    shop,
    people: () => people,
    renewPeople: async () => {
      await forgetLimits(ground)
      people = await openPeople(shop)
    },
  }
  return ground
}

/** Resets the limits over all networks; no single network has used up its own. */
export async function forgetLimits({ shop }: Ground): Promise<void> {
  await shop.services.database.db.deleteFrom('rate_limits').execute()
}
