import { afterEach, expect, test, vi } from 'vitest'
import { endDraft, writeDraft } from './drafts.ts'
import { askBeforeLeaving } from './leaving.ts'

const page = new EventTarget()
const isAskedAtLeaving = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }))

afterEach(() => {
  vi.unstubAllGlobals()
})

test('what is typed outlives the tab, and leaving is asked about only where nothing can be stored', () => {
  const texts = new Map<string, string>()
  let isFull = false
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (isFull) throw new Error('full')
      texts.set(key, text)
    },
    removeItem: (key: string) => texts.delete(key),
  })
  writeDraft('notice new', { typed: 'Wipe vendredi' })
  expect(texts.get('drafts')).toContain('Wipe vendredi')
  expect(isAskedAtLeaving()).toBe(false)
  isFull = true
  writeDraft('documents/news/wipe/fr', { typed: 'Tout recommence' })
  expect(isAskedAtLeaving()).toBe(true)
  isFull = false
  writeDraft('documents/news/wipe/fr', null)
  expect(isAskedAtLeaving()).toBe(false)
  // An unsaved skin asks on its own account.
  askBeforeLeaving('items', true)
  const sent = { typed: 'Wipe samedi' }
  writeDraft('notice new', sent)
  expect(isAskedAtLeaving()).toBe(true)
  askBeforeLeaving('items', false)
  expect(isAskedAtLeaving()).toBe(false)
  // Another tab types while this one saves.
  writeDraft('notice new', { typed: 'Wipe samedi, 19 h' })
  endDraft('notice new', sent)
  expect(texts.get('drafts')).toContain('19 h')
  endDraft('notice new', { typed: 'Wipe samedi, 19 h' })
  expect([...texts]).toEqual([])
})
