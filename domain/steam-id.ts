import { isSteamId64, type SteamId64 } from './steam-id64.ts'

// In a file of its own: every page checks its stored id, and few pages parse the other forms.
export { isSteamId64, type SteamId64 }

export type SteamIdProblem = 'steam_id_empty' | 'steam_id_vanity_url' | 'steam_id_unrecognised'

export type SteamIdResult =
  | { ok: true; steamId64: SteamId64 }
  | { ok: false; problem: SteamIdProblem }

// Universe 1, type 1, instance 1. Other instances open the same profile, so accepting them would
// split one player in two: https://developer.valvesoftware.com/wiki/SteamID
const base = 76561197960265728n

const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
/** Digits that a reader or a program has grouped. */
const grouped = /\d(?:[\s\p{Pd}\u2212.,'’]*\d)+/gu
const nickname = /steamcommunity\.com\/id\/\S*/gi
/** SteamID64, alone or in a profile link, `STEAM_0:1:2` and `[U:1:5]`. */
const forms = /(?<!\d)(?:(\d{17})|STEAM_[01]:([01]):(\d{1,10})|\[U:1:(\d{1,10})(?::1)?\])(?!\d)/gi

/**
 * Finds the one Steam ID in a pasted text, in whatever form players know it; labels, quotes and
 * invisible characters do not matter. Only Steam can resolve a vanity link (`/id/name`).
 */
export function parseSteamId(input: string): SteamIdResult {
  const text = input.normalize('NFKC').replaceAll(invisible, '').trim()
  if (text === '') return { ok: false, problem: 'steam_id_empty' }
  const others = text.replaceAll(nickname, '')
  const [account, another] = new Set(
    Array.from(joinGroups(others).matchAll(forms), readAccountNumber),
  )
  if (account === undefined && others !== text) return { ok: false, problem: 'steam_id_vanity_url' }
  const steamId64 = account === undefined || another !== undefined ? '' : String(base + account)
  if (!isSteamId64(steamId64)) return { ok: false, problem: 'steam_id_unrecognised' }
  return { ok: true, steamId64 }
}

/** Joins only what is a SteamID64 as a whole, so that two numbers in a row never become one. */
function joinGroups(text: string): string {
  return text.replaceAll(grouped, (written) => {
    const digits = written.replaceAll(/\D/g, '')
    return isSteamId64(digits) ? digits : written
  })
}

function readAccountNumber([, steamId64, lowestBit = '', half = '', whole = '']: RegExpExecArray) {
  if (steamId64 !== undefined) return BigInt(steamId64) - base
  return half === '' ? BigInt(whole) : BigInt(half) * 2n + BigInt(lowestBit)
}
