import { afterEach, expect, test } from 'vitest'
import type { SearchText } from '#contract/documents.ts'
import { setLanguage } from '#web/i18n/runtime.ts'
import { createSearch, type ExcerptPiece, type Search } from './search-engine.ts'

afterEach(() => setLanguage('fr'))

const place = { kind: 'guides', slug: 'raiding', title: 'Raids' } as const

type Part = Omit<SearchText, 'parts' | 'language'> & SearchText['parts'][number]

/** Searches parts, each as of a text of its own. */
function searchIn(parts: readonly Part[]): Search {
  return createSearch(
    parts.map(({ kind, slug, title, ...part }) => ({
      kind,
      slug,
      title,
      language: 'fr',
      parts: [part],
    })),
  )
}

const search = searchIn([
  {
    ...place,
    anchor: 'section-1',
    heading: 'La scie à métaux',
    text: 'Elle ouvre les coffres et les casiers.',
  },
  {
    ...place,
    anchor: 'section-2',
    heading: 'Charges',
    text: 'Une charge explosive détruit une porte, jamais un coffre blindé.',
  },
  {
    ...place,
    kind: 'rules',
    title: 'Правила рейдов',
    anchor: 'section-1',
    heading: 'Взрывчатка',
    text: 'Только с пятницы. Всё остальное время взрывчатку использовать нельзя.',
  },
])

const anchorsOf = (query: string): readonly string[] => search(query).map(({ anchor }) => anchor)
const marked = (pieces: readonly ExcerptPiece[]): readonly string[] =>
  pieces.flatMap(({ text, isMatch }) => (isMatch ? [text] : []))

test.each([
  ['another case, without accents', 'METAUX', 'métaux'],
  ['its beginning', 'expl', 'explosive'],
  ['a misspelling', 'explossive', 'explosive'],
  ['a form with a missing letter', 'casirs', 'casiers'],
])('finds a word by %s', (_, query, word) => {
  const [hit] = search(query)
  expect([...marked(hit?.heading ?? []), ...marked(hit?.excerpt ?? [])]).toContain(word)
})

test.each([
  ['fr', 'coffres', 'coffre'],
  ['fr', 'coffre', 'coffres'],
  ['fr', 'vehicule', 'véhicules'],
  ['fr', 'métal', 'métaux'],
  ['fr', 'détruire', 'détruisent'],
  ['fr', 'blindée', 'blindé'],
  ['fr', 'raider', 'raids'],
  ['fr', 'construction', 'construire'],
  ['fr', 'raideur', 'raids'],
  ['fr', 'constructeur', 'construire'],
  ['fr', 'cheater', 'triche'],
  ['en', 'cheater', 'cheating'],
  ['en', 'spamming', 'spammer'],
  ['en', 'raided', 'raid'],
  ['en', 'raid', 'raiding'],
  ['en', 'batteries', 'battery'],
  ['en', 'knife', 'knives'],
  ['en', 'building', 'built'],
  ['ru', 'бочек', 'бочка'],
  ['ru', 'бочка', 'бочек'],
  ['ru', 'ножовка', 'ножовок'],
  ['ru', 'стройка', 'строек'],
  ['ru', 'батареек', 'батарейками'],
  ['ru', 'окно', 'окон'],
  ['ru', 'замок', 'замками'],
  ['ru', 'палаток', 'палатка'],
  ['ru', 'рейдов', 'рейда'],
  ['ru', 'сейф', 'сейфами'],
  ['ru', 'шлема', 'шлемом'],
  ['ru', 'друзей', 'друг'],
  ['ru', 'читер', 'читерство'],
  ['ru', 'читера', 'читерство'],
  ['ru', 'читерство', 'читов'],
  ['es', 'tramposo', 'trampa'],
  ['es', 'cheater', 'trampas'],
  ['es', 'constructor', 'construye'],
  ['es', 'barril', 'barriles'],
  ['es', 'taquillas', 'taquilla'],
  ['es', 'vehiculo', 'vehículos'],
  ['es', 'destruir', 'destruye'],
  ['es', 'asaltado', 'asaltar'],
  ['es', 'explosión', 'explosiones'],
  ['es', 'armeros', 'armero'],
] as const)('in %s, “%s” finds “%s”', (language, query, word) => {
  setLanguage(language)
  const find = searchIn([
    { ...place, title: '', anchor: 'other', heading: '', text: 'Zzz yyy.' },
    { ...place, title: '', anchor: 'found', heading: '', text: `Zzz ${word} yyy.` },
  ])
  const hits = find(query)
  expect(hits.map(({ anchor }) => anchor)).toEqual(['found'])
  expect(marked(hits[0]?.excerpt ?? [])).toEqual([word])
})

test('the word itself comes before its other forms', () => {
  const texts = ['Les coffres sont là.', 'Le coffre est là.']
  const find = searchIn(
    texts.map((text, index) => ({ ...place, anchor: `${index}`, heading: '', text })),
  )
  expect(find('coffre').map(({ anchor }) => anchor)).toContain('0')
  expect(find('coffre')[0]?.anchor).toBe('1')
})

test('a word from which the typed one is derived counts only where nothing else matches', () => {
  setLanguage('en')
  const texts = ['Two lockers for each member.', 'A lock for each door.']
  const find = searchIn(
    texts.map((text, index) => ({ ...place, anchor: `${index}`, heading: '', text })),
  )
  expect(find('locker').map(({ anchor }) => anchor)).toEqual(['0'])
  expect(searchIn([{ ...place, anchor: '', heading: '', text: 'A lock.' }])('locker')).toHaveLength(
    1,
  )
})

test('a misspelling does not change how a word begins', () => {
  const find = searchIn([{ ...place, anchor: '', heading: '', text: 'Acheter un pack.' }])
  expect(find('cheater')).toEqual([])
  expect(find('acheetr')).toHaveLength(1)
})

test('an empty query, or one without words, finds nothing', () => {
  expect(search('')).toEqual([])
  expect(search('?!')).toEqual([])
})

test('finds Russian words in another case, and е for ё', () => {
  expect(search('ВЗРЫВЧАТКИ')[0]?.document.kind).toBe('rules')
  expect(marked(search('все')[0]?.excerpt ?? [])).toContain('Всё')
})

test('finds Russian names with Latin letters, in either script', () => {
  const [latin, cyrillic] = ['C4', 'С4']
  const [hit] = searchIn([{ ...place, anchor: '', heading: '', text: `Взрыв ${latin}` }])(cyrillic)
  expect(marked(hit?.excerpt ?? [])).toEqual([latin])
})

test.each(['2\u00A0000', '2\u202F000', '2,000', '2000'])('finds %s as one number', (number) => {
  const others = ['Il y en a 2, ou 200.', 'Pour 22 000 €.']
  const texts = [...others, `À ${number} m au moins.`]
  const find = searchIn(
    texts.map((text, index) => ({ ...place, anchor: `${index}`, heading: '', text })),
  )
  for (const query of ['2000', '2 000', '2\u00A0000', '2,000']) {
    const hits = find(query)
    expect(hits.map(({ anchor }) => anchor)).toEqual(['2'])
    expect(marked(hits[0]?.excerpt ?? [])).toEqual([number])
  }
})

test('prefers results with all words, then accepts those with some', () => {
  expect(anchorsOf('coffre explosive')).toEqual(['section-2'])
  expect(anchorsOf('scie hélicoptère')).toContain('section-1')
  expect(search('hélicoptère')).toEqual([])
})

test('a word in a heading ranks higher than one in a text', () => {
  expect(anchorsOf('charge')[0]).toBe('section-2')
})

test('shows the words around the first match, cut between words', () => {
  const words = Array.from({ length: 80 }, (_, index) => `mot${index}`)
  const text = words.toSpliced(40, 0, 'drapeau').join(' ')
  const [hit] = searchIn([{ ...place, anchor: '', heading: '', text }])('drapeau')
  const shown = (hit?.excerpt ?? []).map((piece) => piece.text).join('')
  expect(shown).toMatch(/^… mot\d+ .*mot39 drapeau mot40 .*mot\d+ …$/)
  expect(shown.length).toBeLessThan(190)
})

test('never cuts a searched word in the middle', () => {
  for (let fill = 130; fill < 175; fill += 1) {
    const text = `drapeau ${'x'.repeat(fill)} drapeau ${'y'.repeat(60)}`
    const [hit] = searchIn([{ ...place, anchor: '', heading: '', text }])('drapeau')
    for (const word of marked(hit?.excerpt ?? [])) expect(word).toBe('drapeau')
  }
})

test('the part before the first heading has the title of its page', () => {
  const [hit] = searchIn([{ ...place, anchor: '', heading: '', text: 'x' }])('raids')
  expect(marked(hit?.heading ?? [])).toEqual(['Raids'])
})
