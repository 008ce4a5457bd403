import { describe, expect, it } from 'vitest'
import { readImports } from './imports.ts'
import { reachableFrom } from './product-graph.ts'
import { readScripts } from './source-files.ts'

const imports = readScripts().flatMap(readImports)

describe.each([
  {
    entry: 'server/main.mjs',
    landmark: 'server/app/config.ts',
    forbidden: /^(sandbox|test|bench|web)\//,
  },
  {
    entry: 'web/app/client.tsx',
    landmark: 'web/app/app.tsx',
    forbidden: /^((sandbox|test|bench|server)\/|zod$|node:)/,
  },
])('what $entry loads', ({ entry, landmark, forbidden }) => {
  const reached = [...reachableFrom(entry, imports)]

  it('contains nothing of the folders outside the product', () => {
    expect(reached).toContain(landmark)
    expect(reached.filter((location) => forbidden.test(location))).toEqual([])
  })
})

it.each(['better-auth', 'stripe', '@electric-sql/pglite'])(
  '%s is loaded when somebody needs it, not by every start',
  (heavyPackage) => {
    const ofPackage = (location: string): boolean =>
      location.split('/', 2)[0] === heavyPackage.split('/', 2)[0]
    const always = imports.filter(({ late }) => !late)
    expect([...reachableFrom('server/main.mjs', imports)].some(ofPackage)).toBe(true)
    expect([...reachableFrom('server/app/product.ts', always)].filter(ofPackage)).toEqual([])
  },
)

it('sharp is loaded by the process that decodes a picture, and by no other', () => {
  expect([...reachableFrom('server/services/images/decode-picture.mjs', imports)]).toContain(
    'sharp',
  )
  expect([...reachableFrom('server/main.mjs', imports)]).not.toContain('sharp')
})

describe('the check', () => {
  const graphOf = (files: Record<string, string>): string[] => [
    ...reachableFrom(
      'a.ts',
      Object.entries(files).flatMap(([path, text]) => readImports({ path, text })),
    ),
  ]

  it('finds what is loaded over several files, by re-export, late or in a worker', () => {
    const reached = graphOf({
      'a.ts': `export * from './b.ts'`,
      'b.ts': `const load = () => import('./c.ts')`,
      'c.ts': `new Worker(new URL('./sandbox/worker.ts', import.meta.url))`,
      'sandbox/worker.ts': `import { z } from 'zod'`,
    })
    expect(reached).toEqual(['a.ts', 'b.ts', 'c.ts', 'sandbox/worker.ts', 'zod'])
  })

  it('leaves out types', () => {
    expect(
      graphOf({ 'a.ts': `import type { z } from 'zod'; import { type B } from './b.ts'` }),
    ).toEqual(['a.ts'])
  })
})
