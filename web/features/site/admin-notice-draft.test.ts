import { afterEach, expect, test, vi } from 'vitest'
import type { Notice } from '#contract/site-sections.ts'
import {
  noticeFaults,
  noticeFrom,
  noticeState,
  saveNotice,
  typedFrom,
} from './admin-notice-draft.ts'

const wipe: Notice = {
  id: 'wipe',
  text: { fr: 'Wipe vendredi' },
  from: '2026-11-27T18:00:00.000Z',
  until: '2026-11-29T18:00:00.000Z',
  tone: 'warning',
}

afterEach(() => vi.unstubAllGlobals())

test('times are typed by the clocks of the community, also on the day they change', () => {
  const typed = typedFrom(wipe, 'Europe/Paris')
  expect(typed).toMatchObject({ from: '2026-11-27T19:00', until: '2026-11-29T19:00' })
  expect(noticeFrom(typed, 'wipe', 'Europe/Paris')).toEqual(wipe)
  const beginningAt = (from: string) => noticeFrom({ ...typed, from }, 'wipe', 'Europe/Paris').from
  expect(beginningAt('2026-07-01T19:00')).toBe('2026-07-01T17:00:00.000Z')
  expect(beginningAt('2026-03-29T01:30')).toBe('2026-03-29T00:30:00.000Z')
  expect(beginningAt('2026-03-29T03:30')).toBe('2026-03-29T01:30:00.000Z')
})

test('what is wrong stands at its field', () => {
  const faultsOf = (changes: Partial<Notice>) => Object.keys(noticeFaults({ ...wipe, ...changes }))
  const text = { fr: '', ru: '<b>' }
  expect(faultsOf({ text, link: 'javascript:x' })).toEqual(['fr', 'ru', 'link'])
  expect(faultsOf({ until: wipe.from })).toEqual(['until'])
  expect(noticeFaults(wipe)).toEqual({})
})

test('a notice is planned until it begins, and over once it ends', () => {
  const stateAt = (time: string) => noticeState(wipe, Date.parse(time))
  expect(stateAt('2026-11-27T17:59:00Z')).toBe('planned')
  expect(stateAt('2026-11-27T18:00:00Z')).toBe('on')
  expect(stateAt('2026-11-29T18:00:00Z')).toBe('over')
})

/** Answers each save; the first one because another section was saved meanwhile. */
function serverWith(others: readonly Notice[]): unknown[] {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (_address: string, { body }: { readonly body: string }) => {
    sent.push(JSON.parse(body))
    if (sent.length > 1) {
      const section = { section: 'notices', value: [], fileValue: [], version: 9 }
      return Promise.resolve(Response.json({ ...section, changedAt: null, changedBy: null }))
    }
    const current = { value: others, version: 8, changedBy: 'sokol', changedAt: wipe.from }
    return Promise.resolve(Response.json({ code: 'edit_conflict', current }, { status: 409 }))
  })
  return sent
}

test('a change beside one of another notice is saved with it', async () => {
  const other: Notice = { ...wipe, id: 'other' }
  const next: Notice = { ...wipe, tone: 'info' }
  const sent = serverWith([wipe, other])
  const known = { value: [wipe], version: 7 }
  expect(await saveNotice(known, { id: 'wipe', base: wipe, next })).toBeNull()
  expect(sent).toEqual([
    { value: [next], version: 7 },
    { value: [next, other], version: 8 },
  ])
})

test('a change of the same notice is shown, and nothing is saved', async () => {
  const theirs: Notice = { ...wipe, tone: 'success' }
  const sent = serverWith([theirs])
  const known = { value: [wipe], version: 7 }
  const change = { id: 'wipe', base: wipe, next: { ...wipe, tone: 'info' } } as const
  expect(await saveNotice(known, change)).toMatchObject({ there: theirs, current: { version: 8 } })
  expect(sent).toHaveLength(1)
})

test('a change that is there already counts as saved: an earlier answer was lost', async () => {
  const sent = serverWith([])
  const next: Notice = { tone: 'info', from: wipe.from, id: 'wipe', text: { fr: 'x' } }
  const known = {
    value: [{ id: 'wipe', text: { fr: 'x' }, from: wipe.from, tone: 'info' }],
    version: 7,
  }
  expect(await saveNotice(known, { id: 'wipe', base: null, next })).toBeNull()
  expect(sent).toEqual([])
})
