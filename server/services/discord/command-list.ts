import type { Language } from '#contract/language.ts'
import { listingTypes } from '#domain/team.ts'
import type { CommandDefinition } from '#server/providers/discord/commands.ts'
import type { MessageTexts } from '#server/services/messages/message-texts.ts'
import { textsOf } from './asker.ts'

type Name = keyof MessageTexts['discord-commands']

/** Discord's codes of our languages. */
const locales: Readonly<Record<Language, readonly string[]>> = {
  fr: ['fr'],
  en: ['en-US', 'en-GB'],
  ru: ['ru'],
  es: ['es-ES', 'es-419'],
}

/** A text in English, for all other languages, and in ours. */
function inAll(name: Name) {
  const texts = [...textsOf].flatMap(([language, all]) =>
    locales[language].map((locale): [string, string] => [locale, all['discord-commands'][name]]),
  )
  const byLocale = Object.fromEntries(texts)
  return { text: byLocale['en-US'] ?? name, byLocale }
}

function named(name: Name, about: Name) {
  const [own, description] = [inAll(name), inAll(about)]
  return {
    // The name that comes with an interaction, so no text of ours.
    name,
    name_localizations: own.byLocale,
    description: description.text,
    description_localizations: description.byLocale,
  }
}

function choice(name: Name, value: string) {
  const { text, byLocale } = inAll(name)
  return { name: text, name_localizations: byLocale, value }
}

/** The commands as Discord shows them, in the asker's language. */
export function listCommands(): readonly CommandDefinition[] {
  const [lfg, lft] = listingTypes
  return [
    named('server', 'server_about'),
    named('perks', 'perks_about'),
    named('kr', 'kr_about'),
    {
      ...named('team', 'team_about'),
      options: [
        {
          ...named('type', 'type_about'),
          type: 3,
          choices: [choice('lfg', lfg), choice('lft', lft)],
        },
        { ...named('microphone', 'microphone_about'), type: 5 },
      ],
    },
    named('shop', 'shop_about'),
    {
      ...named('player', 'player_about'),
      options: [{ ...named('search', 'search_about'), type: 3, required: true }],
    },
  ]
}
