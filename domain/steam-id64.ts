/** A SteamID64 of an individual account, as text: it does not fit into a JavaScript number. */
export type SteamId64 = string & { readonly kind: 'SteamID64' }

// Universe 1, type 1, instance 1, and a 32-bit account number above zero. As text, because texts of
// equal length sort like their numbers.
const beforeFirst = '76561197960265728'
const last = '76561202255233023'

/** Whether a text is the SteamID64 of an individual account, written in full and without spaces. */
export function isSteamId64(text: string): text is SteamId64 {
  return /^\d{17}$/.test(text) && text > beforeFirst && text <= last
}
