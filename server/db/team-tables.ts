import type { Generated } from 'kysely'
import type {
  ListingType,
  PlayStyle,
  ReportReason,
  SpokenLanguage,
  UsualHours,
} from '#domain/team.ts'
import type { Json } from './types.ts'

export interface TeamListingsTable {
  /** Made by the browser, perhaps before it could send the listing. */
  id: string
  /** SHA-256 of the maker's secret, in hex. */
  secret_hash: string
  /** The account that was signed in when it was made; may change it as well. */
  user_id: string | null
  /** The maker's `userId`; proves nothing. */
  creator_id: string
  type: ListingType
  game_hours: number
  age: number
  has_microphone: boolean
  /** How many the author already are. */
  group_size: Generated<number>
  description: string
  discord_username: string
  languages: Generated<SpokenLanguage[]>
  play_styles: Generated<PlayStyle[]>
  usual_hours: Json<UsualHours> | null
  /** `searchTextOf`. */
  search_text: string
  /** Increases with every change. */
  revision: Generated<number>
  /** The revision of the latest edit; an editor who knows it, or a later one, has seen it. */
  edited_revision: Generated<number>
  created_at: Generated<Date>
  edited_at: Generated<Date>
  expires_at: Date
  /** A deleted listing keeps its id, so that a copy cannot be posted again; its texts are erased. */
  deleted_at: Date | null
  /** When the staff took it off the list, and why. */
  removed_at: Date | null
  removal_reason: string | null
}

export interface TeamListingReportsTable {
  listing_id: string
  /** HMAC-SHA-256 of the reporter's widest network, so that each counts once, unidentified. */
  reporter_hash: string
  reason: ReportReason
  note: Generated<string>
  reported_at: Generated<Date>
  /** When the staff closed it. */
  handled_at: Date | null
}
