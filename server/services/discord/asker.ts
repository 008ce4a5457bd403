import { isLanguage, languages, type Language } from '#contract/language.ts'
import type { MessageParts } from '#server/providers/discord/message.ts'
import type { Interaction, Interactions } from '#server/providers/discord/interactions.ts'
import type { Services } from '#server/services/context.ts'
import {
  fill,
  readMessageTexts,
  type MessageTexts,
} from '#server/services/messages/message-texts.ts'

/** Where Discord is set up to send us interactions. */
export type DiscordServices = Services & { readonly interactions: Interactions }

/** Who has typed a command or pressed a button. Discord's signature proves their id. */
export interface Asker {
  readonly discordId: string
  readonly name: string
  readonly language: Language
  readonly texts: MessageTexts['discord-answers']
}

export type Options = ReadonlyMap<string, string | number | boolean>

export interface Command {
  /** Only the asker sees the answer. */
  readonly isPrivate: boolean
  readonly run: (services: DiscordServices, asker: Asker, options: Options) => Promise<MessageParts>
}

/** Read at the start: a text that is missing stops it. */
export const textsOf = new Map(
  languages.map((language) => [language, readMessageTexts(language)] as const),
)

/** Null for an interaction of nobody, which Discord does not send. */
export function readAsker({ member, user, locale = '' }: Interaction): Asker | null {
  const account = member?.user ?? user
  const own = locale.slice(0, 2)
  // Of Discord's other languages most people read English rather than French.
  const language = isLanguage(own) ? own : 'en'
  const texts = textsOf.get(language)
  return account && texts
    ? { discordId: account.id, name: account.username, language, texts: texts['discord-answers'] }
    : null
}

interface Linked {
  readonly userId: string
  readonly steamIds: readonly string[]
}

/** The account that has signed in here with this one at Discord, with its linked Steam IDs. */
export async function findLinked(
  { database: { db } }: Services,
  { discordId }: Asker,
): Promise<Linked | null> {
  const account = await db
    .selectFrom('accounts')
    .select('user_id')
    .where('provider_id', '=', 'discord')
    .where('account_id', '=', discordId)
    .executeTakeFirst()
  if (!account) return null
  const claims = await db
    .selectFrom('steam_claims')
    .select('steam_id')
    .where('user_id', '=', account.user_id)
    .orderBy('claimed_at', 'desc')
    .execute()
  return { userId: account.user_id, steamIds: claims.map(({ steam_id: id }) => id) }
}

/** How they link Discord and Steam; the page leads back. */
export function explainLinking({ config, site }: Services, { texts }: Asker): MessageParts {
  const { brand } = site.current().community
  return {
    text: fill(texts.not_linked, { brand }),
    buttons: [{ label: texts.link, url: `${config.publicOrigin}/wallet?from=discord` }],
  }
}
