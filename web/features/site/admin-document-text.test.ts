import { expect, onTestFinished, test, vi } from 'vitest'
import { emptyText } from './admin-document-draft.ts'
import { bodyLine, joinText, splitText } from './admin-document-text.ts'

const text = `---
title: Alarme : pas à pas
description: Un guide.
changed: 2026-11-12
order: 3
related: /guide/raiding
---

## Début

---

Fin.
`

test('a text comes out as it went in, with the lines of its head that no field shows', () => {
  const typed = splitText(text)
  expect(typed).toMatchObject({
    title: 'Alarme : pas à pas',
    changed: '2026-11-12',
    otherHead: 'order: 3\nrelated: /guide/raiding',
    body: '## Début\n\n---\n\nFin.\n',
  })
  expect(joinText(typed)).toBe(text)
  expect(splitText(text.replaceAll('\n', '\r\n')).description).toBe('Un guide.')
})

test('a text without a head is all body, and a title cannot bring a second line', () => {
  expect(splitText('Rien que du texte')).toMatchObject({ title: '', body: 'Rien que du texte' })
  expect(joinText({ ...splitText(''), title: 'a\norder: 9' })).toContain('title: a order: 9\n')
})

test.each([
  [11, 3],
  [9, 1],
  [5, null],
])('line %d of a text is line %s of its body', (line, inBody) => {
  expect(bodyLine(line, text)).toBe(inBody)
})

test('a new text has the day of its writer', () => {
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllEnvs()
  })
  vi.stubEnv('TZ', 'Europe/Paris')
  vi.setSystemTime('2026-11-29T23:30:00Z')
  expect(emptyText().changed).toBe('2026-11-30')
})
