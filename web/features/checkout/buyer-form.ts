import { useState } from 'react'
import { parseSteamId, type SteamIdResult } from '#domain/steam-id.ts'
import { readStored, readStoredJson, writeStored } from '#web/app/browser-storage.ts'
import { useSession } from '#web/app/session.ts'
import {
  rememberedDiscordUsername,
  rememberedSteamId,
  type Player,
} from '#web/features/accounts/remembered-player.ts'

/** Who gets the purchase, whom to write to and whether to name them, as an order is opened with it. */
export interface Buyer extends Player {
  /** Whether the buyer wants to be named in the donor ranking. */
  readonly listedAsDonor: boolean
}

const listedAsDonorKey = 'listedAsDonor'

export interface BuyerForm {
  readonly steamIdText: string
  readonly setSteamIdText: (text: string) => void
  readonly steamId: SteamIdResult
  readonly discordUsername: string
  readonly setDiscordUsername: (text: string) => void
  readonly listedAsDonor: boolean
  readonly setListedAsDonor: (listed: boolean) => void
  /** Null until both text fields can be used. */
  readonly buyer: Buyer | null
}

/**
 * The two fields: what was typed in this tab, else what its last order was opened with, else who is
 * signed in, else what this device remembers. A yes to being named outlives a reload, not the
 * tab: the next person at this device decides for himself. Once the form stands, a purchase in
 * another tab changes nothing in it. For pages that know the device.
 */
export function useBuyerForm(lastOrder: TypedDetails | undefined): BuyerForm {
  const { user } = useSession()
  const [typedBefore] = useState(() => ({ ...lastOrder, ...readTypedDetails() }))
  const [steamIdShown, setSteamIdText] = useState(
    () => typedBefore.steamId ?? rememberedSteamId.read() ?? '',
  )
  const [typedName, setDiscordUsername] = useState(typedBefore.discordUsername ?? null)
  const [rememberedName] = useState(() => rememberedDiscordUsername.read())
  const [listedAsDonor, setListed] = useState(
    () => readStored('sessionStorage', listedAsDonorKey) === 'true',
  )

  // The staff finds him by the name that is his alone, not by the one that he shows.
  const signedInName = user?.discordUsername ?? user?.name
  const discordUsername = typedName ?? signedInName ?? rememberedName ?? ''
  const steamId = parseSteamId(steamIdShown)
  return {
    steamIdText: steamIdShown,
    setSteamIdText: (text) => {
      saveTypedDetails({ steamId: text })
      setSteamIdText(text)
    },
    steamId,
    discordUsername,
    setDiscordUsername: (name) => {
      saveTypedDetails({ discordUsername: name })
      setDiscordUsername(name)
    },
    listedAsDonor,
    setListedAsDonor: (listed) => {
      writeStored('sessionStorage', listedAsDonorKey, String(listed))
      setListed(listed)
    },
    buyer: toBuyer(steamId, discordUsername, listedAsDonor),
  }
}

function toBuyer(steamId: SteamIdResult, name: string, listedAsDonor: boolean): Buyer | null {
  const discordUsername = name.trim()
  if (!steamId.ok || discordUsername === '') return null
  return { steamId: steamId.steamId64, discordUsername, listedAsDonor }
}

/** What stands in the two fields of the checkout, as it was typed. */
interface TypedDetails {
  readonly steamId: string
  readonly discordUsername: string
}

const typedDetailsKey = 'typedDetails'

/**
 * What was typed in this tab. The checkout is a document of its own, so a look at the cart or
 * another language would lose it before there is an order to remember it.
 */
export function readTypedDetails(): Partial<TypedDetails> {
  const value = readStoredJson('sessionStorage', typedDetailsKey)
  if (typeof value !== 'object' || value === null) return {}
  const { steamId, discordUsername }: Record<string, unknown> = { ...value }
  return {
    ...(typeof steamId === 'string' && { steamId }),
    ...(typeof discordUsername === 'string' && { discordUsername }),
  }
}

/** Keeps what was typed, for as long as the tab lives. */
export function saveTypedDetails(changes: Partial<TypedDetails>): void {
  writeStored(
    'sessionStorage',
    typedDetailsKey,
    JSON.stringify({ ...readTypedDetails(), ...changes }),
  )
}
