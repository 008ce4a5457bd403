import { createHash } from 'node:crypto'
import type { Insertable } from 'kysely'
import {
  listingLifetimeDays,
  listingTypes,
  playStyles,
  searchTextOf,
  spokenLanguages,
  type SpokenLanguage,
} from '#domain/team.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Random } from '#test/random.ts'

type ListingRow = Insertable<Schema['team_listings']>

export interface ListingsToMake {
  readonly live: number
  readonly ended: number
  readonly removed: number
  /** Accounts that made one in eight of them. */
  readonly userIds: readonly string[]
  readonly now: Date
}

const lifetimeMs = listingLifetimeDays * 86_400_000

interface Voice {
  readonly language: SpokenLanguage
  readonly timeZone: string
  readonly openings: readonly string[]
  readonly middles: readonly string[]
  readonly endings: readonly string[]
}

const voices: readonly Voice[] = [
  {
    language: 'fr',
    timeZone: 'Europe/Paris',
    openings: ['Je cherche un duo', 'Notre groupe recrute', 'Joueur calme cherche équipe'],
    middles: ['pour des raids le week-end', 'pour bâtir une base au nord', 'pour explorer l’île'],
    endings: ['Débutants bienvenus.', 'Ambiance détendue, on parle beaucoup.', 'Écrivez-moi !'],
  },
  {
    language: 'en',
    timeZone: 'Europe/London',
    openings: ['Looking for a duo', 'Our group has a free place', 'Quiet player seeks a team'],
    middles: ['for raids on weekends', 'to build a base up north', 'to explore the island'],
    endings: ['Newcomers welcome.', 'Relaxed people, lots of talk.', 'Write to me!'],
  },
  {
    language: 'ru',
    timeZone: 'Europe/Moscow',
    openings: ['Ищу напарника', 'Наша группа ищет людей', 'Спокойный игрок ищет команду'],
    middles: ['для рейдов по выходным', 'строить базу на севере', 'исследовать остров'],
    endings: ['Новички — тоже.', 'Играем без спешки, много общаемся.', 'Пишите!'],
  },
  {
    language: 'es',
    timeZone: 'Europe/Madrid',
    openings: ['Busco compañero', 'Nuestro grupo busca gente', 'Jugador tranquilo busca equipo'],
    middles: [
      'para asaltos el fin de semana',
      'para construir en el norte',
      'para explorar la isla',
    ],
    endings: ['Novatos, bienvenidos.', 'Ambiente relajado, hablamos mucho.', '¡Escribidme!'],
  },
]

/**
 * Listings as players of four languages might write them, made over the last 14 days, some ended
 * and some removed. The same random numbers give the same listings.
 */
export function makeListings(random: Random, wanted: ListingsToMake): readonly ListingRow[] {
  const { live, ended, removed } = wanted
  return Array.from({ length: live + ended + removed }, (_, index) => {
    const state = index < live ? 'live' : index < live + ended ? 'ended' : 'removed'
    return makeListing(random, index, state, wanted)
  })
}

function makeListing(
  random: Random,
  index: number,
  state: 'live' | 'ended' | 'removed',
  { userIds, now }: ListingsToMake,
): ListingRow {
  const voice = random.pick(voices)
  const ageMs = 60_000 + random.below(lifetimeMs - 3_600_000)
  const createdAt = new Date(now.getTime() - ageMs - (state === 'ended' ? lifetimeMs : 0))
  const description = describe(random, voice, index)
  const discordUsername = `${random.pick(names)}_${random.below(1_000_000).toString(36)}`
  return {
    id: makeId(random),
    secret_hash: createHash('sha256').update(`maker ${index}`).digest('hex'),
    user_id: random.below(8) === 0 ? random.pick(userIds) : null,
    creator_id: makeId(random),
    type: random.pick(listingTypes),
    game_hours: random.below(5000),
    age: 13 + random.below(40),
    has_microphone: random.below(4) > 0,
    description,
    discord_username: discordUsername,
    languages: some(random, [voice.language, voice.language, ...spokenLanguages], 3),
    play_styles: some(random, playStyles, 4),
    usual_hours: random.below(2) === 0 ? null : usualHours(random, voice.timeZone),
    search_text: searchTextOf({ description, discordUsername }),
    created_at: createdAt,
    edited_at: createdAt,
    expires_at: new Date(createdAt.getTime() + lifetimeMs),
    removed_at: state === 'removed' ? now : null,
    removal_reason: state === 'removed' ? 'Spam' : null,
  }
}

/** The number makes each one different, even by its beginning. */
function describe(random: Random, { openings, middles, endings }: Voice, index: number): string {
  return `${random.pick(openings)} ${index}, ${random.pick(middles)}. ${random.pick(endings)}`
}

function usualHours(random: Random, timeZone: string): string {
  return JSON.stringify({ from: 17 + random.below(4), to: random.below(3), timeZone })
}

const names = ['wolf', 'Kolya', 'mireille', 'hunter', 'Ночь', 'sombra', 'fox', 'Zoë', 'Лис', 'paco']

/** One to `most` of them, each once. */
function some<Item>(random: Random, items: readonly Item[], most: number): Item[] {
  const count = 1 + random.below(most)
  return [...new Set(Array.from({ length: count }, () => random.pick(items)))]
}

function makeId(random: Random): string {
  const hex = Array.from({ length: 32 }, () => random.below(16).toString(16)).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
