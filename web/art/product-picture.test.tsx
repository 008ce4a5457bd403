import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { catalogue } from '#contract/catalogue.ts'
import { ProductPicture } from './product-picture.tsx'

const choices = catalogue.offers.filter(({ durationMonths }) => durationMonths === null)

function render({ type, name }: Pick<(typeof choices)[number], 'type' | 'name'>): string {
  return renderToStaticMarkup(<ProductPicture type={type} name={name} />)
}

test('every reskin in each tier and every extra has a picture of its own', () => {
  const pictures = choices.map(render)
  expect(new Set(pictures).size).toBe(choices.length)
})

test.each(['Reskin', 'Extras'] as const)(
  'a product of type %s that is no longer sold still has a picture',
  (type) => {
    const unknown = render({ type, name: 'Boots Reskin Basic' })
    expect(unknown).toContain('<path')
    expect(choices.map(render)).not.toContain(unknown)
  },
)

test('a picture is decoration: the text beside it names the product', () => {
  for (const choice of choices) expect(render(choice)).toMatch(/^<svg [^>]*aria-hidden="true"/)
})
