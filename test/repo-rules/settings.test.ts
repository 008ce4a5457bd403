import { describe, expect, it } from 'vitest'
import { settingNames } from '#server/app/config.ts'
import { findEnvironmentReaders, listExampleSettings } from './settings.ts'
import { readScripts, readSource } from './source-files.ts'

it('only server/app/config.ts reads the environment', () => {
  expect(findEnvironmentReaders(readScripts())).toEqual([])
})

it('.env.example lists exactly the settings that are read', () => {
  const listed = listExampleSettings(readSource('.env.example').text)
  expect(listed.toSorted()).toEqual(settingNames.toSorted())
})

describe('the check', () => {
  it.each([
    ['server/http/app.ts', `const port = process.env.PORT`],
    ['server/http/app.ts', `const { env } = process`],
    ['server/http/app.ts', `import { env } from 'node:process'`],
    ['web/app/app.tsx', `const key = process['env']['KEY']`],
    ['site/community.ts', `export const name = process.env.NAME`],
    ['domain/kryptonite.ts', `const key = import.meta.env.VITE_KEY`],
  ])('refuses in %s: %s', (path, text) => {
    expect(findEnvironmentReaders([{ path, text }])).toEqual([path])
  })

  it.each([
    ['server/app/config.ts', `export const read = () => parse(process.env)`],
    ['server/app/start.ts', `process.on('SIGTERM', stop)`],
    ['scripts/start.ts', `spawn('node', [], { env: process.env })`],
    ['web/app/app.tsx', `// process.env is for the server alone`],
  ])('accepts in %s: %s', (path, text) => {
    expect(findEnvironmentReaders([{ path, text }])).toEqual([])
  })

  it('reads names, set or commented out, and no prose', () => {
    const example = '# The port.\nPORT=3000\n# DATABASE_URL=postgres://…\n\n# A=B is how lines look'
    expect(listExampleSettings(example)).toEqual(['PORT', 'DATABASE_URL'])
  })
})
