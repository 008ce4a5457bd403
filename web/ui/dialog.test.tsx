import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Dialog } from './dialog.tsx'

const html = renderToStaticMarkup(
  <Dialog onClose={() => undefined} title="Accès Administrateur" closeLabel="Fermer">
    <input name="code" />
  </Dialog>,
)

test('a dialog is named by its title', () => {
  const titleId = /<h2 id="([^"]+)"[^>]*>Accès Administrateur/.exec(html)?.[1]
  expect(titleId).toBeTruthy()
  expect(html).toContain(`aria-labelledby="${titleId}"`)
})

test('the dialog’s content gets the focus before its close button', () => {
  expect(html.indexOf('name="code"')).toBeLessThan(html.indexOf('aria-label="Fermer"'))
})
