import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { findDependencyFaults, readDependencyTable } from './dependencies.ts'
import { readSource } from './source-files.ts'

const versions = z.record(z.string(), z.string())
const packageJson = z.object({
  dependencies: versions,
  devDependencies: versions,
  optionalDependencies: versions,
})

it('docs/dependencies.md gives a reason for exactly the packages that are installed, all pinned', () => {
  const { dependencies, devDependencies, optionalDependencies } = packageJson.parse(
    JSON.parse(readSource('package.json').text),
  )
  const installed = { ...dependencies, ...devDependencies, ...optionalDependencies }
  const listed = readDependencyTable(readSource('docs/dependencies.md').text)
  expect(findDependencyFaults(listed, installed)).toEqual([])
})

describe('the check', () => {
  const table = [
    '| Package | Version | Licence | Why |',
    '| --- | --- | --- | --- |',
    '| `hono` | 4.13.19 | MIT | HTTP |',
    '| `@types/pg` | 8.23.1 | MIT |  |',
  ].join('\n')

  it.each([
    [{ hono: '4.13.19', '@types/pg': '8.23.1', zod: '4.6.7' }, 'zod is not listed'],
    [{ hono: '4.13.20', '@types/pg': '8.23.1' }, 'hono is listed as 4.13.19, installed is 4.13.20'],
    [{ hono: '4.13.19' }, '@types/pg is not installed'],
    [{ hono: '4.13.19', '@types/pg': '8.23.1' }, '@types/pg has no licence or no reason'],
    [{ hono: '^4.13.19', '@types/pg': '8.23.1' }, 'hono is not pinned: ^4.13.19'],
  ])('with %o says: %s', (installed: Record<string, string>, fault) => {
    expect(findDependencyFaults(readDependencyTable(table), installed)).toContain(fault)
  })
})
