import readStemmer from 'content:stemmer'
import type { Language } from '#contract/language.ts'
import { getLocale } from '#web/i18n/runtime.ts'

/**
 * Forms that the stemmers do not bring together, and the word that stands for them: irregular ones,
 * and verbs beside their nouns.
 */
const irregularForms: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  fr: formsOf({
    clé: 'clef clefs clés',
    détruire: 'détruit détruite détruits détruites détruisent détruisez destruction',
    bâtir: 'bâtit bâtissent bâtissez bâti bâtie bâtis',
    construire:
      'construit construite construits construites construisez construction constructions',
    ouvrir: 'ouvert ouverte ouverts ouvertes ouvre ouvrent ouvrez',
    permettre: 'permis permise permises permet permettent',
    interdire: 'interdit interdite interdits interdites interdiction interdictions',
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
    destruir: 'destruye destruyen destruido destruida destruidos destrucción',
    construir: 'construye construyen construido construida construcción',
    jugar: 'juega juegan juego juegos',
    perder: 'pierde pierden perdido perdida',
    encontrar: 'encuentra encuentran',
    cerrar: 'cierra cierran cerrado cerrada',
    abrir: 'abre abren abierto abierta abiertos abiertas',
    prohibir: 'prohíbe prohíben prohibido prohibida',
    permitir: 'permite permiten permitido permitida permitidos',
  }),
}

function formsOf(words: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(words).flatMap(([word, forms]) =>
      forms.split(' ').flatMap((form) => [
        [form, word],
        [withoutAccents(form), word],
      ]),
    ),
  )
}

/** The vowel of бочек that бочка lacks, and the й or ь of стройка that строек lacks. */
const fleetingVowel = /(?<=[^аеиоуыэюя])[ое](?=[кнлц]$)|(?<=\p{L})[ейьо](?=к$)/u

/**
 * The stems of a word in lower case: that of the word as it is, and that of the word without its
 * accents, which a keyboard may lack.
 */
export function stemsOf(word: string): ReadonlySet<string> {
  const language = getLocale()
  const stem = readStemmer()
  const forms = irregularForms[language]
  return new Set(
    [word, withoutAccents(word)].map((form) => {
      // The stemmer of Russian knows no ё.
      const found = stem((forms[form] ?? form).replaceAll('ё', 'е'))
      return withoutAccents(language === 'ru' ? found.replace(fleetingVowel, '') : found)
    }),
  )
}

/** `épée` → `epee`; `ёлка` → `елка` */
export function withoutAccents(word: string): string {
  return word.normalize('NFD').replaceAll(/\p{M}/gu, '')
}
