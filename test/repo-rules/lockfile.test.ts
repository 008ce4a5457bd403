import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { findLockfileGaps } from './lockfile.ts'
import { readSource } from './source-files.ts'

const names = z.record(z.string(), z.string()).optional()
const lockfile = z.object({
  packages: z.record(z.string(), z.object({ dependencies: names, optionalDependencies: names })),
})

it('package-lock.json has every package that a fresh install on any system asks for', () => {
  const { packages } = lockfile.parse(JSON.parse(readSource('package-lock.json').text))
  expect(findLockfileGaps(packages)).toEqual([])
})

describe('the check', () => {
  it('finds a package that is missing for another system', () => {
    const packages = {
      '': { dependencies: { a: '1.0.0' } },
      'node_modules/a': { optionalDependencies: { 'a-linux': '1.0.0', 'a-darwin': '1.0.0' } },
      'node_modules/a-linux': {},
    }
    expect(findLockfileGaps(packages)).toEqual([
      'node_modules/a needs a-darwin, which is not in the lockfile',
    ])
  })

  it('looks where Node looks: inside the package first, then above it', () => {
    const packages = {
      '': { dependencies: { '@x/a': '1.0.0' } },
      'node_modules/@x/a': { dependencies: { b: '2.0.0', c: '1.0.0' } },
      'node_modules/@x/a/node_modules/b': { dependencies: { c: '1.0.0', d: '1.0.0' } },
      'node_modules/c': {},
      'node_modules/b/node_modules/d': {},
    }
    expect(findLockfileGaps(packages)).toEqual([
      'node_modules/@x/a/node_modules/b needs d, which is not in the lockfile',
    ])
  })
})
