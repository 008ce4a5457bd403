import { beforeAll, describe, expect, it, test } from 'vitest'
import { languages } from '#contract/language.ts'
import { buildWebIfStale } from '#scripts/build-web.ts'
import { renderPage } from '#test/rendered-pages.ts'
import { communityFacts } from './community-facts.ts'
import { readMainText } from './page-text.ts'
import { readSource } from './source-files.ts'

const specification = readSource('test/specification/community-facts.md').text
const minutes = 60_000

const statements = communityFacts.flatMap(({ specified, pages, told: words }) =>
  languages.flatMap((language) =>
    pages.map((page) => ({ specified, page, language, words: words[language] })),
  ),
)

function withOtherNumbers(text: string): string {
  return text.replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10))
}

describe('the built guides and rules', () => {
  beforeAll(() => buildWebIfStale(), 5 * minutes)

  it.each(statements)(
    'state in $language on /$page: $specified',
    async ({ specified, page, language, words }) => {
      const text = readMainText(await renderPage(`/${page}`, language))
      expect(text).toMatch(words)
      if (/\d/.test(specified)) expect(withOtherNumbers(text)).not.toMatch(words)
    },
  )
})

test.each(communityFacts)('is a fact of the specification: $specified', ({ specified }) => {
  expect(specification).toContain(specified)
})

test('no fact of the specification is left out', () => {
  const rest = communityFacts.reduce(
    (text, { specified }) => text.replace(specified, ''),
    specification,
  )
  expect(rest).not.toMatch(/\d/)
})

describe('the words of a page', () => {
  it('are those of its main part, with plain spaces', () => {
    const html =
      '<nav>Menu</nav><main class="a"><h1>Limites</h1>\n<p>à <strong>2\u202F000\u00A0m</strong>, d&#x27;ici</p></main><p>Pied</p>'
    expect(readMainText(html)).toBe("Limites à 2 000 m, d'ici")
  })

  it('cannot be read of a page without a main part', () => {
    expect(() => readMainText('<p>Nothing</p>')).toThrow('no <main>')
  })
})
