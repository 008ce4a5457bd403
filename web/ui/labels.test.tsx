import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { KrText } from './labels.tsx'

test.each([
  ['Что такое Kr?', 'Что такое <span class="kr">Kr</span>?'],
  ['Купить за 1\u00A0200\u00A0Kr', 'Купить за<span class="kr"> 1\u00A0200\u00A0Kr</span>'],
  ['+500 Kr на балансе', '<span class="kr">+500 Kr</span> на балансе'],
  ['Kryptonite', 'Kryptonite'],
])('the Kr in “%s” and their amount have their own element', (text, html) => {
  expect(renderToStaticMarkup(<KrText>{text}</KrText>)).toBe(`<span>${html}</span>`)
})
