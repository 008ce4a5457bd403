import { useState } from 'react'
import { parseSteamId, type SteamIdResult } from '#domain/steam-id.ts'
import { readStored, writeStored } from '#web/app/browser-storage.ts'
import { useSession } from '#web/app/session.ts'
import { useOwnSteamId } from '#web/features/accounts/own-steam-id.ts'
import { storedDiscordUsername, type Player } from '#web/features/accounts/stored-player.ts'
import {
  readTypedDetails,
  saveTypedDetails,
  type TypedDetails,
} from '#web/features/accounts/typed-details.ts'

/** The player and contact of an order, and whether to name them as a donor. */
export interface Buyer extends Player {
  /** Whether the Steam ID is not the buyer's own. */
  readonly forSomebodyElse: boolean
  /** Whether the buyer wants to be named in the donor ranking. */
  readonly listedAsDonor: boolean
}

const listedAsDonorKey = 'listedAsDonor'

/**
 * The fields. Each starts with the text typed in this tab, else that of its last order, else that of
 * the signed-in account, else that of this device's storage; the Steam ID of somebody else only with
 * the first two. A yes to being named survives a reload but not the tab, so that the next person at
 * this device decides for themselves. Later purchases in other tabs do not change the form. For
 * pages that have hydrated.
 */
export function useBuyerForm(
  lastOrder: (Omit<Buyer, 'steamId'> & { steamId: string }) | undefined,
) {
  const { user } = useSession()
  const { ownSteamId, claims } = useOwnSteamId()
  const [typed, setTyped] = useState(() => ({ ...typedFor(lastOrder), ...readTypedDetails() }))
  const [storedName] = useState(() => storedDiscordUsername.read())
  const [listedAsDonor, setListed] = useState(
    () => readStored('sessionStorage', listedAsDonorKey) === 'true',
  )

  // The staff finds a buyer by their unique username, not by their display name.
  const signedInName = user?.discordUsername ?? user?.name
  const { forSomebodyElse = false } = typed
  const ownText = typed.steamId ?? ownSteamId ?? ''
  const steamIdText = forSomebodyElse ? (typed.otherSteamId ?? '') : ownText
  const discordUsername = typed.discordUsername ?? signedInName ?? storedName ?? ''
  const steamId = parseSteamId(steamIdText)
  const linked = claims.find((claim) => steamId.ok && claim.steamId === steamId.steamId64)

  function type(changes: Partial<TypedDetails>): void {
    saveTypedDetails(changes)
    setTyped((before) => ({ ...before, ...changes }))
  }

  return {
    forSomebodyElse,
    setForSomebodyElse: (isOther: boolean) => type({ forSomebodyElse: isOther }),
    steamIdText,
    setSteamIdText: (text: string) =>
      type(forSomebodyElse ? { otherSteamId: text } : { steamId: text }),
    steamId,
    /** The name at Steam of the typed account, if the signed-in player has linked it. */
    linkedName: linked ? (linked.personaName ?? linked.steamId) : null,
    discordUsername,
    setDiscordUsername: (name: string) => type({ discordUsername: name }),
    listedAsDonor,
    setListedAsDonor: (listed: boolean) => {
      writeStored('sessionStorage', listedAsDonorKey, String(listed))
      setListed(listed)
    },
    /** Null until both text fields are valid. */
    buyer: toBuyer(steamId, discordUsername, { forSomebodyElse, listedAsDonor }),
  }
}

export type BuyerForm = ReturnType<typeof useBuyerForm>

function toBuyer(
  steamId: SteamIdResult,
  name: string,
  choices: Pick<Buyer, 'forSomebodyElse' | 'listedAsDonor'>,
): Buyer | null {
  const discordUsername = name.trim()
  if (!steamId.ok || discordUsername === '') return null
  return { steamId: steamId.steamId64, discordUsername, ...choices }
}

function typedFor(order: Parameters<typeof useBuyerForm>[0]): Partial<TypedDetails> {
  if (!order) return {}
  const { steamId, forSomebodyElse, discordUsername } = order
  const recipient = forSomebodyElse ? { otherSteamId: steamId } : { steamId }
  return { ...recipient, forSomebodyElse, discordUsername }
}
