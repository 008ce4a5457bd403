import { useId } from 'react'
import { languages, type Language } from '#contract/language.ts'
import { Icon } from '#web/art/icon.tsx'
import { chooseLanguage } from '#web/i18n/language-choice.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { getLocale } from '#web/i18n/runtime.ts'

const ownNames: Readonly<Record<Language, string>> = {
  fr: 'Français',
  en: 'English',
  ru: 'Русский',
  es: 'Español',
}

/** The languages, each by its own name. Choosing one loads the page again. */
export function LanguageList() {
  return (
    <ul aria-label={m.nav_language()} className="grid grid-cols-2 gap-1">
      {languages.map((language) => (
        <li key={language}>
          <button
            type="button"
            lang={language}
            aria-current={language === getLocale() ? 'true' : undefined}
            onClick={() => chooseLanguage(language)}
            className="nav-choice"
          >
            {ownNames[language]}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The languages behind a button. The browser opens and closes it, even before scripts have loaded. */
export function LanguagePopover() {
  const id = useId()
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className="nav-icon gap-1.5 px-2 font-display font-semibold uppercase"
      >
        <Icon name="globe" className="size-5" />
        <span className="sr-only">{m.nav_language()} </span>
        {getLocale()}
      </button>
      <div id={id} popover="auto" className="nav-popover">
        <LanguageList />
      </div>
    </>
  )
}
