import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { KrText } from './labels.tsx'

test.each([
  ['Что такое Kr?', '<span>Что такое </span><span class="kr">Kr</span><span>?</span>'],
  [
    'Купить за 1\u00A0200\u00A0Kr',
    '<span>Купить за</span><span class="kr"> 1\u00A0200\u00A0Kr</span><span></span>',
  ],
  ['+500 Kr на балансе', '<span></span><span class="kr">+500 Kr</span><span> на балансе</span>'],
  ['Kryptonite', 'Kryptonite'],
])('the Kr in “%s” and their amount have their own element', (text, html) => {
  expect(renderToStaticMarkup(<KrText>{text}</KrText>)).toBe(`<span>${html}</span>`)
})
