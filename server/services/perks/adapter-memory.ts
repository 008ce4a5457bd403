import { sql } from 'kysely'
import { isSteamId64 } from '#domain/steam-id64.ts'
import type { Database } from '#server/db/database.ts'
import type { Remembered } from '#server/db/schema.ts'
import type { CftoolsIds } from '#server/providers/cftools/players.ts'
import type { GivenRoles } from '#server/providers/discord/roles.ts'
import type { HostKeys } from '#server/providers/priority-file/sftp-files.ts'

/** The column `remembered` of an adapter with this in it as well. */
export function remember(what: Remembered) {
  return sql<string>`remembered || ${JSON.stringify(what)}::jsonb`
}

/** Keeps the fingerprint of each machine's key until the adapter writes somewhere else. */
export function keepHostKeys({ db }: Pick<Database, 'db'>, adapter: string): HostKeys {
  return {
    find: async (machine) => {
      const row = await db
        .selectFrom('perk_adapters')
        .select('remembered')
        .where('name', '=', adapter)
        .executeTakeFirst()
      return row?.remembered[machine] ?? null
    },
    keep: async (machine, fingerprint) => {
      await db
        .updateTable('perk_adapters')
        .set({ remembered: remember({ [machine]: fingerprint }) })
        .where('name', '=', adapter)
        .execute()
    },
  }
}

/** Keeps CFTools' ids of players for ever: few can be looked up in a minute. */
export function keepCftoolsIds({ db }: Pick<Database, 'db'>): CftoolsIds {
  const findPairs = async (column: 'steam_id' | 'cftools_id', ids: readonly string[]) => {
    const rows = await db
      .selectFrom('cftools_players')
      .selectAll()
      .where(column, '=', (eb) => eb.fn.any(eb.val([...ids])))
      .execute()
    return rows.flatMap(({ steam_id: steamId, cftools_id: cftoolsId }) =>
      isSteamId64(steamId) ? [{ steamId, cftoolsId }] : [],
    )
  }
  return {
    find: async (steamIds) => {
      const pairs = await findPairs('steam_id', steamIds)
      return new Map(pairs.map(({ steamId, cftoolsId }) => [steamId, cftoolsId]))
    },
    findSteamIds: async (cftoolsIds) => {
      const pairs = await findPairs('cftools_id', cftoolsIds)
      return new Map(pairs.map(({ steamId, cftoolsId }) => [cftoolsId, steamId]))
    },
    keep: async (steamId, cftoolsId) => {
      await db
        .insertInto('cftools_players')
        .values({ steam_id: steamId, cftools_id: cftoolsId })
        .onConflict((conflict) =>
          conflict.column('steam_id').doUpdateSet({ cftools_id: cftoolsId }),
        )
        .execute()
    },
  }
}

/** Keeps which roles on a Discord server we own. */
export function keepGivenRoles({ db }: Pick<Database, 'db'>, guildId: string): GivenRoles {
  return {
    find: async () => {
      const rows = await db
        .selectFrom('discord_roles_given')
        .select(['discord_id', 'role_id'])
        .where('guild_id', '=', guildId)
        .orderBy('discord_id')
        .orderBy('role_id')
        .execute()
      return rows.map((row) => ({ discordId: row.discord_id, roleId: row.role_id }))
    },
    add: async (roles) => {
      if (roles.length === 0) return
      await db
        .insertInto('discord_roles_given')
        .values(
          roles.map(({ discordId, roleId }) => ({
            guild_id: guildId,
            discord_id: discordId,
            role_id: roleId,
          })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    remove: async (roles) => {
      if (roles.length === 0) return
      await sql`
        delete from discord_roles_given g
        using jsonb_to_recordset(${JSON.stringify(roles)}::jsonb)
          as r ("discordId" text, "roleId" text)
        where g.guild_id = ${guildId} and g.discord_id = r."discordId"
          and g.role_id = r."roleId"`.execute(db)
    },
  }
}
