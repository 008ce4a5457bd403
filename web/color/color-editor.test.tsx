import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ColorEditor } from './color-editor.tsx'

const amber = { r: 255, g: 190, b: 72 }

test('every way of choosing shows the same colour', () => {
  const html = renderToStaticMarkup(<ColorEditor color={amber} onChange={() => {}} />)
  expect(html.match(/value="#ffbe48"/g)).toHaveLength(2)
  for (const component of Object.values(amber)) {
    expect(html.match(new RegExp(`value="${component}"`, 'g'))).toHaveLength(2)
  }
  expect(html.match(/aria-pressed="true" aria-label="([^"]+)"/)?.[1]).toBe('Ambre')
})

test('a disabled editor disables all of it', () => {
  const html = renderToStaticMarkup(<ColorEditor color={amber} onChange={() => {}} disabled />)
  expect(html).toMatch(/^<fieldset disabled=""/)
})
