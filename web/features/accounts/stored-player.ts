import { isSteamId64, type SteamId64 } from '#domain/steam-id64.ts'
import { localText } from '#web/app/browser-storage.ts'

/** The SteamID64 of the last accepted purchase, or the one that the account has linked. */
export const storedSteamId = localText('userSteamId')

/** The Discord name of that purchase. */
export const storedDiscordUsername = localText('userDiscordUsername')

export interface Player {
  readonly steamId: SteamId64
  readonly discordUsername: string
}

/** Who gets a purchase, and how to reach the buyer. */
export interface Recipient extends Player {
  /** Whether the Steam ID is not the buyer's own. */
  readonly forSomebodyElse?: boolean
}

/**
 * Stores the accepted player on this device, for the next purchase and the balance. The Steam ID of
 * somebody else is not this player's, so it is not stored.
 */
export function storePlayer({
  steamId,
  discordUsername,
  forSomebodyElse = false,
}: Recipient): void {
  if (!forSomebodyElse) storedSteamId.write(steamId)
  storedDiscordUsername.write(discordUsername)
}

/** The Steam ID of this device's player; null if none is stored. */
export function readSteamId(): SteamId64 | null {
  const text = storedSteamId.read() ?? ''
  return isSteamId64(text) ? text : null
}
