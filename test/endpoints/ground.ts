import type { DatabaseLocation } from '#server/db/database.ts'
import { openShop, type MakePages, type TestShop } from '#test/shop.ts'
import { players } from '#test/sign-in.ts'
import { openPeople, type People } from './people.ts'

/** A shop with people of every kind in it. */
export interface Ground {
  readonly shop: TestShop
  /** Those who are there now; `renewPeople` after one of them left. */
  readonly people: () => People
  readonly renewPeople: () => Promise<void>
}

/** Requests come from networks of their own, as `networkHeader` writes them: no limit is met by chance. */
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

/** What many networks together may do is forgotten; each alone has done nothing yet. */
export async function forgetLimits({ shop }: Ground): Promise<void> {
  await shop.services.database.db.deleteFrom('rate_limits').execute()
}
