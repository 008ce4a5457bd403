import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ColorEditor, typedComponent } from './color-editor.tsx'

const amber = { r: 255, g: 190, b: 72 }

test('all inputs show the same colour', () => {
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

test('a number from 0 to 255 is itself', () => {
  expect(typedComponent('0')).toBe(0)
  expect(typedComponent(' 155 ')).toBe(155)
  expect(typedComponent('007')).toBe(7)
  expect(typedComponent('+255')).toBe(255)
})

test('a number out of range becomes the nearest valid one', () => {
  expect(typedComponent('256')).toBe(255)
  expect(typedComponent('-1')).toBe(0)
  expect(typedComponent('-0')).toBe(0)
  expect(typedComponent('9'.repeat(400))).toBe(255)
})

test('a fraction is rounded, with a point or a comma', () => {
  expect(typedComponent('12.5')).toBe(13)
  expect(typedComponent('12,4')).toBe(12)
})

test.each(['', ' ', '-', 'abc', '12px', '0x10', '1e2', '1.2.3', '٣', 'NaN', 'Infinity'])(
  '%j is not a component',
  (text) => {
    expect(typedComponent(text)).toBeNull()
  },
)
