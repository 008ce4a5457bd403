import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TextField } from './fields.tsx'

test('label, hint and error belong to the input', () => {
  const html = renderToStaticMarkup(
    <TextField id="steam" label="Steam ID" hint="17 chiffres" error="Il manque un chiffre" />,
  )
  expect(html).toContain('<label for="steam"')
  expect(html).toContain('aria-describedby="steam-hint steam-error"')
  expect(html).toContain('aria-invalid="true"')
  expect(html).toContain('id="steam-error"')
})

test('a field without an error is not marked as wrong', () => {
  const html = renderToStaticMarkup(<TextField label="Steam ID" />)
  expect(html).not.toContain('aria-invalid')
  expect(html).not.toContain('aria-describedby')
})
