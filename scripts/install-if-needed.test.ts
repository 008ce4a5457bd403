import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const lockfile = { packages: { '': {}, 'node_modules/a': { version: '1.0.0', integrity: 'x' } } }

/** A project with the installer, and a fake npm on its PATH that only records its calls. */
let project: string
let installedList: string

beforeEach(() => {
  project = mkdtempSync(path.join(tmpdir(), 'kryptonique-install-'))
  installedList = path.join(project, 'node_modules/.package-lock.json')
  for (const folder of ['scripts', 'bin', 'node_modules']) mkdirSync(path.join(project, folder))
  for (const [name, copy] of [
    ['install-if-needed.mjs', 'i.mjs'],
    ['install-hooks.mjs', 'install-hooks.mjs'],
  ] as const)
    cpSync(path.join(import.meta.dirname, name), path.join(project, 'scripts', copy))
  writeJson('package-lock.json', lockfile)
  writeNpm('exit 0')
})

afterEach(() => rmSync(project, { recursive: true, force: true }))

function writeJson(name: string, value: unknown): void {
  writeFileSync(path.join(project, name), JSON.stringify(value))
}

function writeNpm(ending: string): void {
  const npm = path.join(project, 'bin/npm')
  writeFileSync(npm, `#!/bin/sh\n{ echo "arguments: $*"; env; } > "${project}/called"\n${ending}\n`)
  chmodSync(npm, 0o755)
}

function runInstaller(environment: Record<string, string> = {}) {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/i.mjs'], {
    cwd: project,
    encoding: 'utf8',
    env: { PATH: `${project}/bin:${process.env['PATH']}`, ...environment },
  })
  const note = path.join(project, 'called')
  return { status, stderr, npmCall: existsSync(note) ? readFileSync(note, 'utf8') : undefined }
}

const onWindows = process.platform === 'win32'
const title = onWindows
  ? 'the installer [skipped: its fake of npm is a shell script]'
  : 'the installer'

describe.skipIf(onWindows)(title, () => {
  it('does nothing when everything is installed', () => {
    writeJson('node_modules/.package-lock.json', lockfile)
    expect(runInstaller()).toMatchObject({ status: 0, npmCall: undefined })
  })

  it.each([
    ['an older version is installed', { version: '0.9.0', integrity: 'x' }],
    ['another content is installed', { version: '1.0.0', integrity: 'y' }],
  ])('installs when %s', (_, installed) => {
    writeJson('node_modules/.package-lock.json', { packages: { 'node_modules/a': installed } })
    expect(runInstaller().npmCall).toContain('arguments: ci --include=dev')
  })

  it('accepts a missing package of another system', () => {
    writeJson('node_modules/.package-lock.json', lockfile)
    const foreign = { 'node_modules/a-other': { version: '1.0.0', optional: true } }
    writeJson('package-lock.json', { packages: { ...lockfile.packages, ...foreign } })
    expect(runInstaller().npmCall).toBeUndefined()
  })

  it('hides from npm what an outer npm and the machine have set, but not where packages come from', () => {
    const { npmCall } = runInstaller({
      NODE_ENV: 'production',
      npm_config_omit: 'dev',
      npm_config_global: 'true',
      npm_config_registry: 'https://registry.example/',
    })
    expect(npmCall).toContain('npm_config_registry=https://registry.example/')
    expect(npmCall).not.toMatch(/NODE_ENV|npm_config_omit|npm_config_global/)
  })

  it('runs npm on the Node outside node_modules, which npm is about to delete', () => {
    const binFolder = path.join(project, 'node_modules/.bin')
    const { npmCall } = runInstaller({ PATH: `${binFolder}:${project}/bin:${process.env['PATH']}` })
    expect(npmCall).not.toContain(binFolder)
  })

  it('treats a killed install as missing, and passes the failure on', () => {
    writeJson('node_modules/.package-lock.json', { packages: {} })
    writeNpm('exit 7')
    expect(runInstaller().status).toBe(7)
    expect(existsSync(installedList)).toBe(false)
  })
})
