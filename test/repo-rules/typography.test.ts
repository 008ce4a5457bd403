import { describe, expect, it, test } from 'vitest'
import { parse } from 'yaml'
import { languages } from '#contract/language.ts'
import { readMessages, readSentMessages, textsOf } from './messages.ts'
import { listFiles, readSource } from './source-files.ts'
import { findTypographyFaults, readableLines } from './typography.ts'

/** The specification has exactly these texts. */
const specified = new Set([
  'Achat réussi! Vous avez reçu {kr} Kryptonite!',
  "Code d'accès",
  "Impossible d'ajouter l'article",
  "Impossible d'ajouter les Kryptonites",
  "Impossible d'envoyer la notification Discord",
  "Impossible de copier l'adresse IP",
  "Impossible de modifier l'article",
  "Impossible de supprimer l'article",
  "Steam ID et nom Discord requis pour l'achat",
  "You don't have permission to access this resource.",
  'BEST VALUE!',
])

test.each(languages)('every message in %s is set as its language wants', (language) => {
  const faults = [readMessages(`web/i18n/messages/${language}`), readSentMessages(language)]
    .flatMap((areas) => Object.values(areas))
    .flatMap((messages) =>
      Object.entries(messages).flatMap(([key, message]) =>
        textsOf(message)
          .filter((text) => !specified.has(text))
          .flatMap((text) => findTypographyFaults(language, text))
          .map((fault) => `${key} ${fault}`),
      ),
    )
  expect(faults).toEqual([])
})

test.each(languages)('every text of a product in %s is set as its language wants', (language) => {
  const file = readSource(`content/products/${language}.yaml`)
  const faults = stringsOf(parse(file.text)).flatMap((text) => findTypographyFaults(language, text))
  expect(faults).toEqual([])
})

function stringsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : []
}

test.each(languages)('every guide and rule in %s is set as its language wants', (language) => {
  const files = listFiles('content').filter((file) => file.endsWith(`/${language}.md`))
  expect(files.length).toBeGreaterThan(0)
  const faults = files.flatMap((file) =>
    readableLines(readSource(file).text)
      .flatMap((line) => findTypographyFaults(language, line))
      .map((fault) => `${file} ${fault}`),
  )
  expect(faults).toEqual([])
})

describe('the check of typography', () => {
  it.each([
    ['fr', 'Prêt !'],
    ['fr', 'Prêt?'],
    ['fr', 'Attention: mur'],
    ['fr', 'un «mot»'],
    ['fr', "l'île"],
    ['en', "player's"],
    ['en', 'the "base"'],
    ['en', 'a base - or two'],
    ['ru', 'Kr — валюта'],
    ['ru', 'кнопка “Да”'],
    ['es', 'Hola!'],
    ['es', 'Qué?'],
    ['fr', '1 000 Kr'],
    ['en', '1.000 Kr'],
    ['ru', '1,000 Kr'],
    ['es', '10\u202F000 Kr'],
  ] as const)('finds in %s: %s', (language, text) => {
    expect(findTypographyFaults(language, text)).toHaveLength(1)
  })

  it.each([
    ['fr', 'À 19:00\u00A0: prêts\u00A0? Oui, «\u00A0prêts\u00A0»\u00A0; 4:3, n’importe où\u00A0!'],
    ['en', 'The player’s “base”: ready? Yes – 1,000 at 19:00!'],
    ['ru', 'Kr\u00A0— это «валюта», 1\u202F000: да?'],
    ['es', '¡Hola! ¿Qué «base»? 10.000'],
  ] as const)('finds nothing in %s: %s', (language, text) => {
    expect(findTypographyFaults(language, text)).toEqual([])
  })

  it('reads of Markdown what people read', () => {
    const markdown =
      '---\ntitle: Raids\n---\n\n| a | b |\n| --- | ---: |\n![Mur](picture:wall) et [base](/guide?x: y)\n'
    expect(readableLines(markdown)).toEqual(['Raids', '| a | b |', '[Mur et [base'])
  })
})
