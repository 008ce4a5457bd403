import * as contract from '#contract/players.ts'
import type { App } from '#server/http/environment.ts'
import { readIdempotencyKey } from '#server/http/read-request.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/context.ts'
import { addNote, removeNote } from '#server/services/staff/player-notes.ts'
import { isUnmatchedPayment, readPlayer, searchPlayers } from '#server/services/staff/players.ts'
import { presentAdminOrder } from './orders.ts'
import { presentSkinPurchase } from './skins.ts'
import { presentAdminTeamListing } from './team.ts'

export function playerRoutes(app: App, services: Services): void {
  serve(app, contract.searchPlayers, async ({ query: { search } }) => ({
    players: await searchPlayers(services, search),
    isUnmatchedPayment: await isUnmatchedPayment(services, search),
  }))
  serve(app, contract.readPlayer, async ({ staff, params: { steamId } }) => {
    const { orders, skins, listings, ...player } = await readPlayer(services, staff, steamId)
    const now = services.clock()
    return {
      ...player,
      orders: orders.map(presentAdminOrder),
      skins: skins.map(presentSkinPurchase),
      listings: listings.map((listing) => presentAdminTeamListing(listing, now)),
    }
  })
  serve(app, contract.addPlayerNote, async ({ context, staff, params, body }) => {
    await addNote(services, staff, { ...params, ...body }, readIdempotencyKey(context))
  })
  serve(app, contract.removePlayerNote, ({ staff, params }) => removeNote(services, staff, params))
}
