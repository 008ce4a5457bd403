import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Button } from './button.tsx'

test('a pending button says so and stays focusable', () => {
  const html = renderToStaticMarkup(
    <Button pending pendingLabel="Traitement en cours…">
      Payer
    </Button>,
  )
  expect(html).toContain('aria-disabled="true"')
  expect(html).toContain('aria-busy="true"')
  expect(html).not.toContain('disabled=""')
  expect(html).toContain('Traitement en cours…')
  expect(html).not.toContain('Payer')
})

test('a pending submit button submits nothing', () => {
  const { props } = Button({ pending: true, type: 'submit', children: 'Payer' })
  let isPrevented = false
  props.onClick({ preventDefault: () => (isPrevented = true) })
  expect(isPrevented).toBe(true)
})

test('a button is not a submit button unless it says so', () => {
  expect(renderToStaticMarkup(<Button>Copier</Button>)).toContain('type="button"')
})
