import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ProgressBar } from './progress-bar.tsx'

test('a progress bar says how far it is without an inline style', () => {
  const html = renderToStaticMarkup(<ProgressBar label="Joueurs" value={7} max={10} />)
  expect(html).toContain('aria-label="Joueurs"')
  expect(html).toContain('value="7"')
  expect(html).toContain('max="10"')
  expect(html).not.toContain('style=')
})

test('an unknown amount has no value', () => {
  expect(renderToStaticMarkup(<ProgressBar label="Joueurs" />)).not.toContain('value=')
})
