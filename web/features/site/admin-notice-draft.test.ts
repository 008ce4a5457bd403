import { afterEach, expect, test, vi } from 'vitest'
import { mostNotices, type Notice } from '#contract/site-sections.ts'
import { ApiProblem } from '#web/app/api-client.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import {
  explainFailure,
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

test('without a beginning it begins when it was sent first, so that a second try is found again', async () => {
  const typed = { ...typedFrom(wipe, 'Europe/Paris'), from: '' }
  const next = noticeFrom(typed, 'wipe', 'Europe/Paris', Date.parse('2026-11-28T09:30:05.250Z'))
  expect(next).toEqual({ ...wipe, from: '2026-11-28T09:30:05.250Z' })
  // The first try was saved, and its answer was lost.
  serverWith([next])
  expect(await saveNotice({ value: [], version: 7 }, { id: 'wipe', base: null, next })).toBeNull()
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

/** A list that is full, with some notices that are over. */
function fullList(overCount: number): readonly Notice[] {
  return Array.from({ length: mostNotices }, (_, index) => {
    const until = new Date(Date.UTC(index < overCount ? 2025 : 2125, 0, mostNotices - index))
    return {
      ...wipe,
      id: `n${index}`,
      from: '2024-11-27T18:00:00.000Z',
      until: until.toISOString(),
    }
  })
}

test('a new notice takes the place of the one that has been over for longest', async () => {
  const list = fullList(3)
  const next: Notice = { ...wipe, id: 'next' }
  const sent = serverWith(list.slice(1))
  await saveNotice({ value: list, version: 7 }, { id: 'next', base: null, next })
  expect(sent).toEqual([
    { value: [...list.filter(({ id }) => id !== 'n2'), next], version: 7 },
    // Somebody else has made room meanwhile.
    { value: [...list.slice(1), next], version: 8 },
  ])
})

test('a change takes nothing out of a full list, and a list of current notices is sent whole', async () => {
  const list = fullList(0)
  const [first = wipe] = list
  const sent = serverWith(list)
  const next: Notice = { ...first, tone: 'info' }
  await saveNotice({ value: list, version: 7 }, { id: first.id, base: first, next })
  expect(sent.at(-1)).toEqual({ value: [next, ...list.slice(1)], version: 8 })
  await saveNotice({ value: list, version: 8 }, { id: 'wipe', base: null, next: wipe })
  expect(sent.at(-1)).toEqual({ value: [...list, wipe], version: 8 })
})

test('a refusal of the list says that it is full, and one of a field stands there', () => {
  const refused = (path: string) =>
    explainFailure(
      new ApiProblem('validation_failed', 422, {
        errors: [{ path, code: 'too_big', message: '' }],
      }),
    )
  expect(refused('value')).toBe(m.admin_notices_full({ most: mostNotices }))
  expect(refused('value.20.text.ru')).toEqual({ ru: m.admin_notice_fault({ field: 'ru' }) })
})
