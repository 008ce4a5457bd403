import { afterEach, expect, test, vi } from 'vitest'
import { forgetDraft, keepDraft, readKeptDraft } from './kept-draft.ts'
import { emptyDraft } from './listing-draft.ts'

function sessionHolding(entries: Readonly<Record<string, string>>): void {
  const kept = new Map(Object.entries(entries))
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test('each form has a draft of its own, until it is forgotten', () => {
  sessionHolding({})
  const kept = { draft: { ...emptyDraft, age: '30' }, basis: emptyDraft, basisRevision: 7 }
  keepDraft('new', { ...kept, basisRevision: null })
  keepDraft('a', kept)
  expect(readKeptDraft('new')).toEqual({ ...kept, basisRevision: null })
  expect(readKeptDraft('a')).toEqual(kept)
  expect(readKeptDraft('b')).toBeNull()
  forgetDraft('a')
  expect(readKeptDraft('a')).toBeNull()
  expect(readKeptDraft('new')).not.toBeNull()
})

test.each(['{', '7', 'null', '[]', '{"draft":{}}', '{"draft":[],"basis":"x"}'])(
  'whatever else lies there, such as %s, is no draft',
  (text) => {
    sessionHolding({ 'listingDraft:new': text })
    expect(readKeptDraft('new')).toBeNull()
  },
)

test('storage that is refused is no obstacle', () => {
  vi.stubGlobal('sessionStorage', undefined)
  keepDraft('new', { draft: emptyDraft, basis: emptyDraft, basisRevision: null })
  expect(readKeptDraft('new')).toBeNull()
  forgetDraft('new')
})
