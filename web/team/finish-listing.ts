import type { Habits } from '#domain/common-ground.ts'
import type { ListingFields } from '#domain/team-listings.ts'
import { rememberedDiscordUsername } from '#web/storage/remembered-player.ts'
import { keepHabits } from './habits.ts'
import { forgetDraft, type FormKey } from './kept-draft.ts'

/**
 * What was typed is a listing now: the draft goes, and this device remembers what the next one can
 * start with. What its player said of himself before stays.
 */
export function finishListing(form: FormKey, fields: ListingFields, habits: Habits | null): void {
  const { languages, usualHours } = fields
  forgetDraft(form)
  rememberedDiscordUsername.write(fields.discordUsername)
  if (habits === null && (languages.length > 0 || usualHours !== null)) {
    keepHabits({ languages, usualHours })
  }
}
