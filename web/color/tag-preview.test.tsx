import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TagPreview } from './tag-preview.tsx'

const red = { r: 255, g: 0, b: 0 }

test('a name tag colours the name, a clan tag only what stands in brackets', () => {
  const name = renderToStaticMarkup(<TagPreview kind="name" text="Sokol" color={red} />)
  expect(name).toContain('<tspan fill="#ff0000">Sokol</tspan>')
  const clan = renderToStaticMarkup(<TagPreview kind="clan" text="KLYK" color={red} />)
  expect(clan).toContain('<tspan fill="#ff0000">[KLYK] </tspan><tspan fill="#ffffff">')
})

test('an example stands in for a blank text', () => {
  const name = renderToStaticMarkup(<TagPreview kind="name" text="  " color={red} />)
  expect(name).toContain('<tspan fill="#ff0000">Survivant</tspan>')
  const clan = renderToStaticMarkup(<TagPreview kind="clan" text="" color={red} />)
  expect(clan).toContain('<tspan fill="#ff0000">[LOUPS] </tspan>')
})

test('a colour that gets lost in the dark brings a hint', () => {
  const dark = { r: 20, g: 0, b: 40 }
  const hint = 'Cette couleur se perd dans la nuit'
  expect(renderToStaticMarkup(<TagPreview kind="name" text="" color={dark} />)).toContain(hint)
  expect(renderToStaticMarkup(<TagPreview kind="name" text="" color={red} />)).not.toContain(hint)
})

test('nothing is styled inline, which the content security policy would refuse', () => {
  const html = renderToStaticMarkup(<TagPreview kind="clan" text={'" style="'} color={red} />)
  expect(html).not.toContain('style="')
})
