import { stemmer as en } from '@orama/stemmers/english'
import { stemmer as fr } from '@orama/stemmers/french'
import { stemmer as ru } from '@orama/stemmers/russian'
import { stemmer as es } from '@orama/stemmers/spanish'
import type { Language } from '#contract/language.ts'
import { getLocale } from '#web/i18n/runtime.ts'

// In the bundle of a language all four are its own one (`scripts/web-build/bundle.ts`).
const stemmers = { fr, en, ru, es }

/**
 * Forms that the stemmers do not bring together, and the word that stands for them: irregular ones,
 * verbs beside their nouns, and words borrowed from English.
 */
const irregularForms: Readonly<Record<Language, ReadonlyMap<string, string>>> = {
  fr: formsOf({
    clé: 'clef clefs clés',
    détruire: 'détruit détruite détruits détruites détruisent détruisez destruction destructeur',
    bâtir: 'bâtit bâtissent bâtissez bâti bâtie bâtis bâtisseur bâtisseurs',
    construire:
      'construit construite construits construites construisez construction constructions constructeur',
    ouvrir: 'ouvert ouverte ouverts ouvertes ouvre ouvrent ouvrez',
    permettre: 'permis permise permises permet permettent',
    interdire: 'interdit interdite interdits interdites interdiction interdictions',
    triche: 'cheat cheats cheater cheaters cheateur cheateurs',
    détonation: 'détonations détoner',
    raid: 'raider raiders raidé raidée raidés raidez raids',
    yeux: 'œil',
  }),
  en: formsOf({
    build: 'built',
    break: 'broke broken',
    steal: 'stole stolen',
    lose: 'lost',
    find: 'found',
    buy: 'bought',
    knife: 'knives',
    shelf: 'shelves',
    destroy: 'destruction',
  }),
  ru: formsOf({
    строить: 'построить строят строите построен построены построена',
    друг: 'друзья друзей друзьям',
    человек: 'люди людей людям',
    взорвать: 'взрывать взорван взорвана взрывают взрывайте',
    найти: 'нашли нашел найден найдены',
    вход: 'войти вошли',
  }),
  es: formsOf({
    destruir: 'destruye destruyen destruido destruida destruidos destrucción destructor',
    construir: 'construye construyen construido construida construcción constructor',
    trampa: 'cheat cheats cheater cheaters',
    jugar: 'juega juegan juego juegos',
    perder: 'pierde pierden perdido perdida',
    encontrar: 'encuentra encuentran',
    cerrar: 'cierra cierran cerrado cerrada',
    abrir: 'abre abren abierto abierta abiertos abiertas',
    prohibir: 'prohíbe prohíben prohibido prohibida',
    permitir: 'permite permiten permitido permitida permitidos',
  }),
}

function formsOf(words: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(words).flatMap(([word, forms]) =>
      forms.split(' ').flatMap((form): [string, string][] => [
        [form, word],
        [withoutAccents(form), word],
      ]),
    ),
  )
}

/**
 * How the stems of derived nouns end, of people above all: читер and читерство, cheater and spammer,
 * tricheur, tramposo.
 */
const derivedEnds: Readonly<Record<Language, RegExp>> = {
  fr: /(?:eur|eus|ier|ist|ag)$/,
  en: /(?:(?<=([bdgmnprt]))\1)?(?:er|or|ist)$/,
  ru: /(?:(?:ер|ите?л|[нчщ]ик)(?:ь?ств|ск)?|ств)$/,
  es: /(?:ador|edor|or|os|ist|ant)$/,
}

/** The vowel of бочек that бочка lacks, and the й or ь of стройка that строек lacks. */
const fleetingVowel = /(?<=[^аеиоуыэюя])[ое](?=[кнлц]$)|(?<=\p{L})[ейьо](?=к$)/u

/**
 * The stems of a word in lower case: that of the word as it is, and that of the word without its
 * accents, which a keyboard may lack.
 */
export function stemsOf(word: string): ReadonlySet<string> {
  const language = getLocale()
  const stem = stemmers[language]
  const forms = irregularForms[language]
  return new Set(
    [word, withoutAccents(word)].map((form) => {
      // The stemmer of Russian knows no ё.
      const found = stem((forms.get(form) ?? form).replaceAll('ё', 'е'))
      return withoutAccents(language === 'ru' ? found.replace(fleetingVowel, '') : found)
    }),
  )
}

/** The stems, and those of the words from which the word is derived: `чит` of читерство. */
export function rootsOf(stems: ReadonlySet<string>): ReadonlySet<string> {
  const roots = [...stems].map((stem) => stem.replace(derivedEnds[getLocale()], ''))
  return new Set([...stems, ...roots.filter(({ length }) => length > 2)])
}

/** `épée` → `epee`; `ёлка` → `елка` */
export function withoutAccents(word: string): string {
  return word.normalize('NFD').replaceAll(/\p{M}/gu, '')
}
