import { isSteamId64, type SteamId64 } from '#domain/steam-id64.ts'
import { localText } from '#web/app/browser-storage.ts'

/** The SteamID64 that a purchase was last accepted for. */
export const rememberedSteamId = localText('userSteamId')

/** The Discord name that went with it. */
export const rememberedDiscordUsername = localText('userDiscordUsername')

export interface Player {
  readonly steamId: SteamId64
  readonly discordUsername: string
}

/** Keeps what the server has accepted on this device, for the next purchase and the balance. */
export function rememberPlayer({ steamId, discordUsername }: Player): void {
  rememberedSteamId.write(steamId)
  rememberedDiscordUsername.write(discordUsername)
}

/** The Steam ID of this device's player; null where none is known. */
export function readSteamId(): SteamId64 | null {
  const text = rememberedSteamId.read() ?? ''
  return isSteamId64(text) ? text : null
}
