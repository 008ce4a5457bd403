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

/**
 * Parses the forms in which players know their Steam ID: SteamID64, `STEAM_0:1:2`, `[U:1:5]` and a
 * `/profiles/` link. Only Steam can resolve a vanity link (`/id/name`).
 */
export function parseSteamId(input: string): SteamIdResult {
  const text = input.trim()
  if (text === '') return { ok: false, problem: 'steam_id_empty' }
  if (/steamcommunity\.com\/id\//i.test(text)) return { ok: false, problem: 'steam_id_vanity_url' }
  const accountNumber = readAccountNumber(text)
  const steamId64 = accountNumber === null ? '' : String(base + accountNumber)
  if (!isSteamId64(steamId64)) return { ok: false, problem: 'steam_id_unrecognised' }
  return { ok: true, steamId64 }
}

function readAccountNumber(text: string): bigint | null {
  const steamId64 =
    /^(\d{17})$/.exec(text) ??
    /^(?:https?:\/\/)?(?:www\.)?steamcommunity\.com\/profiles\/(\d{17})(?:[/?#].*)?$/i.exec(text)
  if (steamId64?.[1]) return BigInt(steamId64[1]) - base
  const steam2 = /^STEAM_[01]:([01]):(\d{1,10})$/i.exec(text)
  if (steam2?.[1] && steam2[2]) return BigInt(steam2[2]) * 2n + BigInt(steam2[1])
  const steam3 = /^\[U:1:(\d{1,10})(?::1)?\]$/i.exec(text)
  return steam3?.[1] ? BigInt(steam3[1]) : null
}
