import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { featureImports, findForbiddenImports, readFeatureImports } from './import-boundaries.ts'
import { readImports } from './imports.ts'
import { readScripts, root } from './source-files.ts'

const packageJson = z
  .object({ dependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')))
const productionPackages = Object.keys(packageJson.dependencies)

const imports = readScripts().flatMap(readImports)

it('all imports stay within the boundaries between the folders', () => {
  expect(imports.length).toBeGreaterThan(100)
  expect(findForbiddenImports(imports, productionPackages)).toEqual([])
})

describe.each(Object.entries(featureImports))('the features of %s', (room, table) => {
  it('import those that the table names, and no others', () => {
    expect(readFeatureImports(imports, room)).toEqual(table)
  })

  it('name only features above them, so that no two import each other', () => {
    const names = Object.keys(table)
    const below = Object.entries(table).flatMap(([name, others], place) =>
      others
        .filter((other) => !names.slice(0, place).includes(other))
        .map((other) => [name, other]),
    )
    expect(below).toEqual([])
  })
})

it('a type and a late import of another feature count, those of a test do not', () => {
  const files = [
    ['web/features/cart/page.tsx', `import type { Perk } from '../perks/perk.ts'`],
    ['web/features/perks/perk.ts', `const orders = () => import('../orders/orders.ts')`],
    ['web/features/orders/orders.ts', `import { paths } from '../../app/paths.ts'`],
    ['web/features/orders/orders.test.ts', `import { cart } from '../cart/cart.ts'`],
  ] as const
  const found = files.flatMap(([file, text]) => readImports({ path: file, text }))
  expect(readFeatureImports(found, 'web/features')).toEqual({
    cart: ['perks'],
    perks: ['orders'],
    orders: [],
  })
})

describe('the check', () => {
  const check = (from: string, text: string): string[] =>
    findForbiddenImports(readImports({ path: from, text }), ['hono'])

  it.each([
    ['domain/kryptonite.ts', `import { z } from 'zod'`],
    ['domain/kryptonite.ts', `import { readFile } from 'node:fs'`],
    ['domain/kryptonite.ts', `import type { Problem } from '../contract/problem.ts'`],
    ['contract/kr.ts', `export { x } from '../server/config.ts'`],
    ['server/providers/paypal/api.ts', `import { settle } from '../../services/settle.ts'`],
    ['server/services/buy.ts', `import { paypal } from '../providers/paypal/api.ts'`],
    ['server/http/routes/buy.ts', `import { openDatabase } from '../../db/database.ts'`],
    ['server/http/app.ts', `import { expect } from 'vitest'`],
    ['server/serve.ts', `const sandbox = await import('../sandbox/server.ts')`],
    ['web/pages/home.tsx', `import { config } from '../../server/config.ts'`],
    ['web/pages/home.tsx', `import type { App } from '../../server/http/app.ts'`],
    ['web/pages/home.tsx', `import { z } from 'zod'`],
    ['web/features/home/page.tsx', `import { products } from '../../../site/products.ts'`],
    ['web/ui/button.tsx', `import { m } from '../i18n/paraglide/messages.js'`],
    ['web/ui/button.tsx', `import { Link } from 'wouter'`],
    [
      'web/admin-kit/values.tsx',
      `import { itemTitle } from '../features/donations/product-text.ts'`,
    ],
    [
      'web/features/perks/admin-perks.tsx',
      `import { LogSection } from '../../admin/audit-log.tsx'`,
    ],
    ['web/admin-kit/values.tsx', `import { LogSection } from '../admin/audit-log.tsx'`],
    ['sandbox/paypal/orders.ts', `import { x } from '../../web/paths.ts'`],
    ['domain/kr.test.ts', `import { readConfig } from '../server/config.ts'`],
    ['server/app.test.ts', `import { kills } from '../stress/kills.ts'`],
    ['scripts/start.ts', `new Worker(new URL('../test/database.ts', import.meta.url))`],
  ])('refuses in %s: %s', (from, text) => {
    expect(check(from, text)).toHaveLength(1)
  })

  it.each([
    ['server/db/schema.test.ts', `import { createAuth } from '../services/sign-in/auth.ts'`],
    ['server/services/buy.ts', `import type { Provider } from '../providers/payments/provider.ts'`],
    ['server/services/buy.test.ts', `import { describeOnDatabase } from '../../test/database.ts'`],
    ['server/http/app.ts', `import { Hono } from 'hono'; import { randomUUID } from 'node:crypto'`],
    [
      'web/pages/home.tsx',
      `import { Button } from '../ui/button.tsx'; import { useState } from 'react'`,
    ],
    ['web/pages/home.tsx', `import * as z from 'zod/mini'`],
    ['test/e2e/buy.spec.ts', `import { startSandbox } from '../../sandbox/server.ts'`],
  ])('accepts in %s: %s', (from, text) => {
    expect(check(from, text)).toEqual([])
  })
})
