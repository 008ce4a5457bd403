import { useState } from 'react'
import * as z from 'zod/mini'
import { parseSteamId, type SteamIdResult } from '#domain/steam-id.ts'
import { readStored, readStoredJson, writeStored } from '#web/app/browser-storage.ts'
import { useSession } from '#web/app/session.ts'
import {
  storedDiscordUsername,
  storedSteamId,
  type Player,
} from '#web/features/accounts/stored-player.ts'

/** The player and contact of an order, and whether to name them as a donor. */
export interface Buyer extends Player {
  /** Whether the buyer wants to be named in the donor ranking. */
  readonly listedAsDonor: boolean
}

const listedAsDonorKey = 'listedAsDonor'

/**
 * The two fields. Each starts with the text typed in this tab, else that of its last order, else
 * that of the signed-in account, else that of this device's storage. A yes to being named survives
 * a reload but not the tab, so that the next person at this device decides for themselves. Later
 * purchases in other tabs do not change the form. For pages that have hydrated.
 */
export function useBuyerForm(lastOrder: TypedDetails | undefined) {
  const { user } = useSession()
  const [typedBefore] = useState(() => ({ ...lastOrder, ...readTypedDetails() }))
  const [steamIdShown, setSteamIdText] = useState(
    () => typedBefore.steamId ?? storedSteamId.read() ?? '',
  )
  const [typedName, setDiscordUsername] = useState(typedBefore.discordUsername ?? null)
  const [storedName] = useState(() => storedDiscordUsername.read())
  const [listedAsDonor, setListed] = useState(
    () => readStored('sessionStorage', listedAsDonorKey) === 'true',
  )

  // The staff finds a buyer by their unique username, not by their display name.
  const signedInName = user?.discordUsername ?? user?.name
  const discordUsername = typedName ?? signedInName ?? storedName ?? ''
  const steamId = parseSteamId(steamIdShown)
  return {
    steamIdText: steamIdShown,
    setSteamIdText: (text: string) => {
      saveTypedDetails({ steamId: text })
      setSteamIdText(text)
    },
    steamId,
    discordUsername,
    setDiscordUsername: (name: string) => {
      saveTypedDetails({ discordUsername: name })
      setDiscordUsername(name)
    },
    listedAsDonor,
    setListedAsDonor: (listed: boolean) => {
      writeStored('sessionStorage', listedAsDonorKey, String(listed))
      setListed(listed)
    },
    /** Null until both text fields are valid. */
    buyer: toBuyer(steamId, discordUsername, listedAsDonor),
  }
}

export type BuyerForm = ReturnType<typeof useBuyerForm>

function toBuyer(steamId: SteamIdResult, name: string, listedAsDonor: boolean): Buyer | null {
  const discordUsername = name.trim()
  if (!steamId.ok || discordUsername === '') return null
  return { steamId: steamId.steamId64, discordUsername, listedAsDonor }
}

/** The raw text of the two fields of the checkout. */
const typedDetails = z.object({ steamId: z.string(), discordUsername: z.string() })
type TypedDetails = z.output<typeof typedDetails>
const storedDetails = z.catch(z.partial(typedDetails), {})

const typedDetailsKey = 'typedDetails'

/**
 * The text typed in this tab. The checkout is a document of its own, so without this a visit to the
 * cart or a change of language would lose it before there is an order.
 */
export function readTypedDetails(): Partial<TypedDetails> {
  return storedDetails.parse(readStoredJson('sessionStorage', typedDetailsKey))
}

/** Stores the typed text until the tab closes. */
export function saveTypedDetails(changes: Partial<TypedDetails>): void {
  writeStored(
    'sessionStorage',
    typedDetailsKey,
    JSON.stringify({ ...readTypedDetails(), ...changes }),
  )
}
