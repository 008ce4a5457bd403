import en from '#content/messages/en.json' with { type: 'json' }
import es from '#content/messages/es.json' with { type: 'json' }
import fr from '#content/messages/fr.json' with { type: 'json' }
import ru from '#content/messages/ru.json' with { type: 'json' }
import type { Language } from '#contract/language.ts'
import type { ExplainedCode } from '#domain/connection-faults.ts'
import { getLocale } from '#web/i18n/runtime.ts'

type TextsByCode = Readonly<Record<string, string>>

/** What the messages to the staff say, and `/admin` too. */
interface StaffTexts {
  readonly connections: Readonly<Record<ExplainedCode, string>>
  readonly 'connection-actions': Readonly<Record<Exclude<ExplainedCode, 'ready'>, string>>
  readonly 'pack-reasons': TextsByCode
  readonly 'payment-reasons': TextsByCode
  readonly 'perk-actions': TextsByCode
}

// In the bundle of a language all four are its own file (`scripts/web-build/bundle.ts`).
const texts: Readonly<Record<Language, StaffTexts>> = { fr, en, ru, es }

/** These texts in the page's language. */
export function staffTexts(): StaffTexts {
  return texts[getLocale()]
}
