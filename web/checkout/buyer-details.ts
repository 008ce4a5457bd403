import { useState, useSyncExternalStore } from 'react'
import { parseSteamId, type SteamId64, type SteamIdResult } from '../../domain/steam-id.ts'
import { localText } from '../cart/local-text.ts'

/** Who gets the purchase and whom to write to, as an order is opened with it. */
export interface Buyer {
  readonly steamId: SteamId64
  readonly discordUsername: string
}

const steamIdText = localText('userSteamId')
const discordUsernameText = localText('userDiscordUsername')

/** Keeps the details that the server has accepted on this device, for the next purchase. */
export function rememberBuyer(buyer: Buyer): void {
  steamIdText.write(buyer.steamId)
  discordUsernameText.write(buyer.discordUsername)
}

const nothing = (): null => null

export interface BuyerForm {
  readonly steamIdText: string
  readonly setSteamIdText: (text: string) => void
  readonly steamId: SteamIdResult
  readonly discordUsername: string
  readonly setDiscordUsername: (text: string) => void
  /** Null until both fields can be used. */
  readonly buyer: Buyer | null
}

/** The two fields: what was typed, else what this device remembers, else the name of who is signed in. */
export function useBuyerForm(signedInName: string | null): BuyerForm {
  const storedSteamId = useSyncExternalStore(steamIdText.subscribe, steamIdText.read, nothing)
  const storedName = useSyncExternalStore(
    discordUsernameText.subscribe,
    discordUsernameText.read,
    nothing,
  )
  const [typedSteamId, setSteamIdText] = useState<string | null>(null)
  const [typedName, setDiscordUsername] = useState<string | null>(null)

  const steamIdShown = typedSteamId ?? storedSteamId ?? ''
  const discordUsername = typedName ?? storedName ?? signedInName ?? ''
  const steamId = parseSteamId(steamIdShown)
  return {
    steamIdText: steamIdShown,
    setSteamIdText,
    steamId,
    discordUsername,
    setDiscordUsername,
    buyer: toBuyer(steamId, discordUsername),
  }
}

function toBuyer(steamId: SteamIdResult, discordUsername: string): Buyer | null {
  const name = discordUsername.trim()
  return steamId.ok && name !== '' ? { steamId: steamId.steamId64, discordUsername: name } : null
}
