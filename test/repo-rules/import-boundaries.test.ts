import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { findForbiddenImports } from './import-boundaries.ts'
import { readImports } from './imports.ts'
import { readScripts, root } from './source-files.ts'

const packageJson = z
  .object({ dependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')))
const productionPackages = Object.keys(packageJson.dependencies)

it('all imports stay within the boundaries between the folders', () => {
  const imports = readScripts().flatMap(readImports)
  expect(imports.length).toBeGreaterThan(100)
  expect(findForbiddenImports(imports, productionPackages)).toEqual([])
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
    ['web/ui/button.tsx', `import { m } from '../i18n/paraglide/messages.js'`],
    ['web/ui/button.tsx', `import { Link } from 'wouter'`],
    [
      'web/admin-kit/values.tsx',
      `import { itemTitle } from '../features/donations/product-text.ts'`,
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
