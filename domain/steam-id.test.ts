import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSteamId } from './steam-id.ts'

const player = '76561198006409531'

test.each([
  ['a SteamID64', player],
  ['a SteamID64 with spaces around', `  ${player}\n`],
  ['the older form', 'STEAM_0:1:23071901'],
  ['the older form of later games', 'steam_1:1:23071901'],
  ['the newer short form', '[U:1:46143803]'],
  ['the newer short form with its instance', '[u:1:46143803:1]'],
  ['a profile link', `https://steamcommunity.com/profiles/${player}`],
  ['a profile link without its scheme', `steamcommunity.com/profiles/${player}/`],
  [
    'a link to a part of the profile',
    `http://www.steamcommunity.com/profiles/${player}/inventory/?l=fr`,
  ],
])('%s is understood', (_name, input) => {
  expect(parseSteamId(input)).toEqual({ ok: true, steamId64: player })
})

test('an empty text has its own problem', () => {
  expect(parseSteamId('   ')).toEqual({ ok: false, problem: 'steam_id_empty' })
})

test.each(['https://steamcommunity.com/id/gabelogannewell', 'steamcommunity.com/ID/some_one/'])(
  'the vanity address %s has its own problem, because only Steam can resolve it',
  (input) => {
    expect(parseSteamId(input)).toEqual({ ok: false, problem: 'steam_id_vanity_url' })
  },
)

test.each([
  ['a name', 'KryptoHunter'],
  ['the base itself, account number zero', '76561197960265728'],
  ['one past the largest account', '76561202255233024'],
  ['another instance of the same account', '76561202301376826'],
  ['a group', '103582791429521412'],
  ['sixteen digits', '7656119800640953'],
  ['an account number past 32 bits', '[U:1:4294967296]'],
  ['the older form with a wrong last bit', 'STEAM_0:2:23071901'],
  ['another universe', '[U:2:46143803]'],
  ['a profile on another site', `https://steamcommunity.example/profiles/${player}`],
  ['digits of another script', '٧٦٥٦١١٩٨٠٠٦٤٠٩٥٣١'],
])('%s is not understood', (_name, input) => {
  expect(parseSteamId(input)).toEqual({ ok: false, problem: 'steam_id_unrecognised' })
})

const accountNumber = fc.integer({ min: 1, max: 4_294_967_295 })

test('all written forms of one account give one SteamID64', () => {
  fc.assert(
    fc.property(accountNumber, (account) => {
      const steamId64 = String(76561197960265728n + BigInt(account))
      const forms = [
        steamId64,
        `[U:1:${account}]`,
        `STEAM_0:${account % 2}:${Math.floor(account / 2)}`,
        `https://steamcommunity.com/profiles/${steamId64}`,
      ]
      for (const form of forms) expect(parseSteamId(form)).toEqual({ ok: true, steamId64 })
    }),
    { examples: [[1], [4_294_967_295]] },
  )
})

test('an accepted id is parsed to itself again, whatever was typed', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\d{17}$/)), (input) => {
      const result = parseSteamId(input)
      if (result.ok) expect(parseSteamId(result.steamId64)).toEqual(result)
    }),
  )
})
