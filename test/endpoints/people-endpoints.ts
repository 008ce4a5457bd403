import * as bans from '#contract/bans.ts'
import * as people from '#contract/people.ts'
import * as players from '#contract/players.ts'
import { randomUUID } from 'node:crypto'
import { newSteamId } from '#test/factories/ledger.ts'
import type { Example } from './endpoint.ts'
import { newDiscordId, newPerson } from './records.ts'

/** Calls about people: the staff, players, and bans. */
export const peopleEndpoints: readonly Example[] = [
  { ...people.listPeople, prepare: () => ({}) },
  {
    ...people.addPerson,
    prepare: () => ({ body: { discordId: newDiscordId(), name: 'Anna', role: 'moderator' } }),
  },
  { ...people.readAccessCode, prepare: () => ({}) },
  {
    ...people.changePerson,
    prepare: async (setup) => ({
      params: { discordId: await newPerson(setup) },
      body: { role: 'support', enabled: undefined },
    }),
  },
  {
    ...people.changePerson,
    when: 'of the access code',
    prepare: () => ({
      params: { discordId: 'access-code' },
      body: { role: undefined, enabled: true },
    }),
  },
  {
    ...people.removePerson,
    prepare: async (setup) => ({ params: { discordId: await newPerson(setup) } }),
  },
  { ...players.searchPlayers, prepare: () => ({ query: { search: 'sokol' } }) },
  { ...players.readPlayer, prepare: () => ({ params: { steamId: newSteamId() } }) },
  {
    ...players.addPlayerNote,
    prepare: () => ({ params: { steamId: newSteamId() }, body: { text: 'Asked for a refund.' } }),
  },
  {
    ...players.removePlayerNote,
    when: 'of nobody',
    prepare: () => ({ params: { steamId: newSteamId(), id: randomUUID() } }),
  },
  { ...bans.readBan, prepare: () => ({ params: { steamId: newSteamId() } }) },
  {
    ...bans.saveBan,
    prepare: () => ({
      params: { steamId: newSteamId() },
      body: { reason: 'Spam.', until: null, from: ['team'], stopPerks: false, seen: null },
    }),
  },
  {
    ...bans.saveBan,
    when: 'from the shop',
    prepare: () => ({
      params: { steamId: newSteamId() },
      body: { reason: 'Fraud.', until: null, from: ['shop'], stopPerks: true, seen: null },
    }),
  },
  {
    ...bans.liftBan,
    prepare: () => ({ params: { steamId: newSteamId() }, query: { seen: '2026-11-29T12:00:00Z' } }),
  },
]
