import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table cftools_players (
      steam_id text primary key,
      cftools_id text not null
    )`.execute(db)
  await sql`
    create table discord_roles_given (
      guild_id text not null,
      discord_id text not null,
      role_id text not null,
      primary key (guild_id, discord_id, role_id)
    )`.execute(db)
}
