import { useState } from 'react'
import { parseSteamId, type SteamIdResult } from '#domain/steam-id.ts'
import { useSession } from '#web/session.ts'
import { readStored, writeStored } from '#web/storage/browser-storage.ts'
import {
  rememberedDiscordUsername,
  rememberedSteamId,
  type Player,
} from '#web/storage/remembered-player.ts'
import { keepTypedDetails, readTypedDetails, type TypedDetails } from './typed-details.ts'

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
      keepTypedDetails({ steamId: text })
      setSteamIdText(text)
    },
    steamId,
    discordUsername,
    setDiscordUsername: (name) => {
      keepTypedDetails({ discordUsername: name })
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
