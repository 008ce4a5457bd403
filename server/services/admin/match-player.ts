import { sql, type RawBuilder } from 'kysely'
import { containing } from '#server/services/like-pattern.ts'

/** Whether a row with `steam_id` and `discord_username` is of the player whom a search means. */
export function matchesPlayer(search: string): RawBuilder<boolean> {
  if (isSteamId(search)) return sql<boolean>`steam_id = ${search}`
  const part = containing(search)
  // Who types digits may mean either.
  return /^\d+$/.test(search)
    ? sql<boolean>`(steam_id like ${part} or discord_username ilike ${part})`
    : sql<boolean>`discord_username ilike ${part}`
}

/** A whole one names a player and nothing else, and has an index. */
export function isSteamId(search: string): boolean {
  return /^7656\d{13}$/.test(search)
}
