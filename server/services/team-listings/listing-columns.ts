import type { Insertable, Selectable } from 'kysely'
import { searchTextOf, type ListingFields } from '#domain/team.ts'
import type { TeamListingsTable } from '#server/db/team-tables.ts'

/** What a player says of himself, as columns. The same fields always make the same columns. */
export function columnsOf(fields: ListingFields) {
  const { usualHours } = fields
  return {
    type: fields.type,
    game_hours: fields.gameHours,
    age: fields.age,
    has_microphone: fields.hasMicrophone,
    description: fields.description,
    discord_username: fields.discordUsername,
    languages: [...fields.languages],
    play_styles: [...fields.playStyles],
    usual_hours:
      usualHours &&
      JSON.stringify({
        from: usualHours.from,
        to: usualHours.to,
        timeZone: usualHours.timeZone,
      }),
    search_text: searchTextOf(fields),
  } satisfies Partial<Insertable<TeamListingsTable>>
}

type FieldColumns = ReturnType<typeof columnsOf>

export function fieldsOf(
  listing: Pick<Selectable<TeamListingsTable>, Exclude<keyof FieldColumns, 'search_text'>>,
): ListingFields {
  return {
    type: listing.type,
    gameHours: listing.game_hours,
    age: listing.age,
    hasMicrophone: listing.has_microphone,
    description: listing.description,
    discordUsername: listing.discord_username,
    languages: listing.languages,
    playStyles: listing.play_styles,
    usualHours: listing.usual_hours,
  }
}
