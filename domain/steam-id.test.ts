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
  ['a page of another site', `https://steamid.example/lookup/${player}`],
  ['invisible characters around', `\u202A${player}\u202C\uFEFF`],
  ['invisible characters within', `7656\u200B1198\u00AD0064\u20600953\uFE0F1`],
  ['full-width digits', '７６５６１１９８００６４０９５３１'],
  ['digits in groups', '76561198 006 409 531'],
  ['digits with no-break spaces between', '76\u00A0561\u202F198 006 409 531'],
  ['digits with hyphens between', '7656-1198-0064-0953-1'],
  ['digits with a dash between', '76561198\u2013006409531'],
  ['digits with a minus between', '76561198\u2212006409531'],
  ['digits with thousands separators', '76,561,198,006,409,531'],
  ['digits in groups beside another number', '2 : 76561198 006409531'],
  ['quotes', `“${player}”`],
  ['backticks', `\`${player}\``],
  ['a label', `SteamID64: ${player}: Nadia`],
  ['a label before the older form', '**SteamID:** `STEAM_0:1:23071901`'],
  ['all forms of one player', `[U:1:46143803] STEAM_0:1:23071901 = ${player} = ${player}`],
  ['a nickname beside the number', `https://steamcommunity.com/id/76561198 (${player})`],
])('%s is understood', (_name, input) => {
  expect(parseSteamId(input)).toEqual({ ok: true, steamId64: player })
})

test('an empty text has its own problem', () => {
  expect(parseSteamId(' \u200B ')).toEqual({ ok: false, problem: 'steam_id_empty' })
})

test.each([
  'https://steamcommunity.com/id/gabelogannewell',
  'steamcommunity.com/ID/some_one/',
  `steamcommunity.com/id/${player}`,
])('the vanity address %s has its own problem, because only Steam can resolve it', (input) => {
  expect(parseSteamId(input)).toEqual({ ok: false, problem: 'steam_id_vanity_url' })
})

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
  ['two players', `${player} 76561198006409532`],
  ['a player and another number of 17 digits', `${player} 12345678901234567`],
  ['the forms of two players', `[U:1:46143802] ${player}`],
  ['digits in groups, one too many', '7656 1198 0064 0953 10'],
  ['digits in groups, one too few', '7656 1198 0064 0953'],
  ['a longer number', `${player}0`],
  ['digits of another script', '٧٦٥٦١١٩٨٠٠٦٤٠٩٥٣١'],
])('%s is not understood', (_name, input) => {
  expect(parseSteamId(input)).toEqual({ ok: false, problem: 'steam_id_unrecognised' })
})

const accountNumber = fc.integer({ min: 1, max: 4_294_967_295 })

function formsOf(account: number): readonly [string, ...string[]] {
  const steamId64 = String(76561197960265728n + BigInt(account))
  return [
    steamId64,
    `[U:1:${account}]`,
    `STEAM_0:${account % 2}:${Math.floor(account / 2)}`,
    `https://steamcommunity.com/profiles/${steamId64}`,
  ]
}

test('all written forms of one account give one SteamID64', () => {
  fc.assert(
    fc.property(accountNumber, (account) => {
      const [steamId64] = formsOf(account)
      for (const form of formsOf(account)) {
        expect(parseSteamId(form)).toEqual({ ok: true, steamId64 })
      }
    }),
    { examples: [[1], [4_294_967_295]] },
  )
})

// Format characters, a joiner, a variation selector, the fillers of Hangul, a tag.
const invisible = fc.constantFrom(
  ...Array.from('\u202A\u200B\u2060\u00AD\uFEFF\u034F\uFE0F\u3164\u{E0041}'),
)

test('what is invisible or around a form changes nothing, and two players are never one', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(accountNumber, { minLength: 2, maxLength: 2 }),
      fc.nat(3),
      fc.array(fc.tuple(fc.nat(60), invisible), { maxLength: 5 }),
      fc.constantFrom('', '"', '`', 'SteamID64: ', '\u00AB\u00A0', '（'),
      ([account = 1, other = 2], form, marks, lead) => {
        const written = formsOf(account)[form] ?? ''
        const letters = Array.from(lead + written)
        for (const [at, mark] of marks) letters.splice(at % (letters.length + 1), 0, mark)
        const pasted = letters.join('')
        const [steamId64] = formsOf(account)
        expect(parseSteamId(pasted)).toEqual({ ok: true, steamId64 })
        expect(parseSteamId(`${pasted} ${formsOf(other)[0]}`).ok).toBe(false)
      },
    ),
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
