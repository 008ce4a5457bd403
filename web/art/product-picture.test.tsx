import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { expect, test, vi } from 'vitest'
import { catalogue } from '#web/features/products/catalogue.ts'
import { ProductPicture } from './product-picture.tsx'

const choices = catalogue().offers.filter(({ durationMonths }) => durationMonths === null)

type Choice = Pick<(typeof choices)[number], 'type' | 'name'> &
  Partial<Pick<(typeof choices)[number], 'product'>>

async function htmlOf(picture: ReactNode): Promise<string> {
  const { prelude } = await prerender(picture)
  return new Response(prelude).text()
}

function render({ product, type, name }: Choice): Promise<string> {
  return htmlOf(<ProductPicture product={product} type={type} name={name} />)
}

test('every reskin in each tier and every extra has a picture of its own', async () => {
  const pictures = await Promise.all(choices.map(render))
  expect(new Set(pictures).size).toBe(choices.length)
})

test.each(['Reskin', 'Extras'] as const)(
  'a product of type %s that is no longer sold still has a picture',
  async (type) => {
    const unknown = await render({ type, name: 'Boots Reskin Basic' })
    expect(unknown).toContain('<path')
    expect(await Promise.all(choices.map(render))).not.toContain(unknown)
  },
)

test('a reskin whose drawings cannot be loaded still has a picture', async () => {
  vi.resetModules()
  vi.doMock('./small-reskin.tsx', () => Promise.reject(new Error('gone')))
  const later = await import('./product-picture.tsx')
  const reskin = { product: undefined, type: 'Reskin', name: 'Boots Reskin Basic' } as const
  const crate = await render({ type: 'Extras', name: 'no longer sold' })
  const shown = await htmlOf(<later.ProductPicture {...reskin} />)
  expect(shown).toContain(/<g.*<\/g>/s.exec(crate)?.[0])
})

test('a picture is decoration: the text beside it names the product', async () => {
  for (const picture of await Promise.all(choices.map(render))) {
    expect(picture).toMatch(/^<svg [^>]*aria-hidden="true"/)
  }
})
