import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RadioFilter } from './filters.tsx'

test('a choice that is refused says why, under the name that the form moves the focus to', () => {
  const markup = renderToStaticMarkup(
    <RadioFilter
      label="Which perk?"
      name="products"
      error="Not sold any more."
      values={['badge', 'vip']}
      labelOf={(value) => value}
      value="vip"
      onChange={() => undefined}
    />,
  )
  const [, described = ''] = /<fieldset aria-describedby="(.+?)"/.exec(markup) ?? []
  expect(described).not.toBe('')
  expect(markup).toMatch(new RegExp(`id="${described}".*Not sold any more\\.`))
  expect(markup.match(/name="products"/g)).toHaveLength(2)
})
