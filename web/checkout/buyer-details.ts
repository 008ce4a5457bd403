import { useState } from 'react'
import { parseSteamId, type SteamId64, type SteamIdResult } from '../../domain/steam-id.ts'
import { localText } from '../storage/local-text.ts'

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

export interface BuyerForm {
  readonly steamIdText: string
  readonly setSteamIdText: (text: string) => void
  readonly steamId: SteamIdResult
  readonly discordUsername: string
  readonly setDiscordUsername: (text: string) => void
  /** Null until both fields can be used. */
  readonly buyer: Buyer | null
}

interface TypedDetails {
  readonly steamId: string
  readonly discordUsername: string
}

/**
 * The two fields: what was typed (before a reload: what this tab's last order was opened with), else
 * who is signed in, else what this device remembers. Once the form stands, a purchase in another tab
 * changes nothing in it. For pages that know the device.
 */
export function useBuyerForm(
  signedInName: string | null,
  typedBefore: TypedDetails | undefined,
): BuyerForm {
  const [steamIdShown, setSteamIdText] = useState(
    () => typedBefore?.steamId ?? steamIdText.read() ?? '',
  )
  const [typedName, setDiscordUsername] = useState(typedBefore?.discordUsername ?? null)
  const [rememberedName] = useState(() => discordUsernameText.read())

  const discordUsername = typedName ?? signedInName ?? rememberedName ?? ''
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
