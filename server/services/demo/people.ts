import { createHash } from 'node:crypto'
import type { Admin } from '#server/services/audit/audit-log.ts'
import type { Buyer, Services, Trx } from '#server/services/context.ts'

export interface Person {
  readonly name: string
  readonly steamId: string
  /** The number of one of Discord's own avatars; null for none. */
  readonly avatar: number | null
  /** Of an account that has signed in. */
  readonly discordId?: string
  readonly displayName?: string
  /** The name at Steam of those who have linked it. */
  readonly personaName?: string
}

/** Everybody who appears in the demo: the sandbox's three players, one more account, and guests. */
export const people = {
  hunter: {
    name: 'crystal_hunter',
    steamId: '76561198006409531',
    avatar: 0,
    discordId: '200000000000000001',
    displayName: 'Crystal Hunter',
    personaName: 'Crystal Hunter',
  },
  lesnik: {
    name: 'lesnik_89',
    steamId: '76561198000000042',
    avatar: 3,
    discordId: '210000000000000002',
    personaName: 'Лесник с Оленьего',
  },
  mallory: {
    name: 'mallory.0',
    steamId: '76561199123456789',
    avatar: null,
    discordId: '220000000000000003',
  },
  // Is not in the community's Discord server.
  nightfox: {
    name: 'renard_de_nuit',
    steamId: '76561198000000105',
    avatar: 2,
    discordId: '230000000000000004',
    personaName: 'Renard de nuit',
  },
  nordlys: { name: 'nordlys', steamId: '76561198000000211', avatar: 1 },
  kestrel: { name: 'kestrel.dz', steamId: '76561198000000323', avatar: 4 },
  belka: { name: 'belka_77', steamId: '76561198000000434', avatar: 5 },
  fougere: { name: 'la_fougere', steamId: '76561198000000545', avatar: 2 },
  paco: { name: 'tio_paco', steamId: '76561198000000656', avatar: 3 },
  brume: { name: 'brume.matinale', steamId: '76561198000000767', avatar: 0 },
  marisma: { name: 'marisma', steamId: '76561198000000878', avatar: 1 },
  zimorodok: { name: 'zimorodok', steamId: '76561198000000989', avatar: 4 },
  lighthouse: { name: 'old_lighthouse', steamId: '76561198000001090', avatar: 5 },
  hatchet: { name: 'hatchet_jack', steamId: '76561198000001101', avatar: 0 },
} as const satisfies Readonly<Record<string, Person>>

/** A member of the staff, who has opened the admin area by its code. */
export const staff: Admin = { role: 'owner', by: 'code', actor: 'code:5e1f0c2ad9b4' }

/** Each guest has a browser of their own. */
export function buyerOf({ name, discordId }: Person): Buyer {
  const hash = createHash('sha256').update(`demo buyer ${name}`).digest('hex')
  return { hash, userId: discordId === undefined ? null : userIdOf(discordId) }
}

/** The secret of a listing's maker, which nobody has. */
export function secretHashOf({ name }: Person): string {
  return createHash('sha256').update(`demo listing ${crypto.randomUUID()} ${name}`).digest('hex')
}

function userIdOf(discordId: string): string {
  return `demo-${discordId}`
}

/** The accounts as their first sign-in would have made them, with their Steam IDs. */
export async function makeAccounts({ clock }: Services, trx: Trx): Promise<void> {
  const at = clock()
  for (const person of Object.values<Person>(people)) {
    const { name, discordId, displayName = name, personaName, steamId } = person
    if (discordId === undefined) continue
    const id = userIdOf(discordId)
    const times = { created_at: at, updated_at: at }
    await trx
      .insertInto('users')
      .values({
        id,
        name: displayName,
        email: `${discordId}@discord.invalid`,
        email_verified: false,
        image: null,
        discord_username: name,
        ...times,
      })
      .execute()
    await trx
      .insertInto('accounts')
      .values({
        id: `demo-account-${discordId}`,
        account_id: discordId,
        provider_id: 'discord',
        user_id: id,
        access_token: null,
        refresh_token: null,
        id_token: null,
        access_token_expires_at: null,
        refresh_token_expires_at: null,
        scope: null,
        password: null,
        ...times,
      })
      .execute()
    if (personaName === undefined) continue
    await trx
      .insertInto('steam_claims')
      .values({ steam_id: steamId, user_id: id, persona_name: personaName, claimed_at: at })
      .execute()
  }
}
