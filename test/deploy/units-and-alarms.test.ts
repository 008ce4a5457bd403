import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { memoryEnvironment, serverCommand } from '#scripts/product/program.ts'
import { root } from '#test/repo-rules/source-files.ts'
import { makeTemporaryFolder } from '#test/temporary-folder.ts'
import { readAlarms } from './alarms.ts'

const unitsFolder = path.join(root, 'deploy/systemd')
const unitNames = readdirSync(unitsFolder)
const analyze = (parameters: readonly string[], cwd?: string) =>
  spawnSync('systemd-analyze', parameters, { cwd, encoding: 'utf8' })
const missing = analyze(['--version']).error ? ' [skipped: systemd-analyze is not installed]' : ''

describe.skipIf(missing)(`the units of deploy/systemd${missing}`, () => {
  it('are units without a mistake, for a product that lies where they say', () => {
    const folder = installUnits()
    const { status, stderr, stdout } = analyze(['verify', ...instances()], folder)
    expect([status, stdout, stderr]).toEqual([0, '', ''])
  })

  it.each(['kryptonique@3000.service', 'kryptonique-backup.service'])(
    'let %s reach little of the machine',
    (name) => {
      const folder = installUnits()
      const { stdout } = analyze(['security', '--offline=true', `./${name}`], folder)
      const [, exposure] = /Overall exposure level for \S+ ([\d.]+)/.exec(stdout) ?? []
      expect(Number(exposure)).toBeLessThanOrEqual(2)
    },
  )
})

const instances = (): string[] => unitNames.map((name) => `./${name.replace('@.', '@3000.')}`)

/** The units in a folder of their own, with the programs that they start. */
function installUnits(): string {
  const folder = makeTemporaryFolder('kryptonique-units-')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const product = path.join(folder, 'product')
  mkdirSync(path.join(product, 'deploy'), { recursive: true })
  copyFileSync(path.join(root, 'deploy/backup.sh'), path.join(product, 'deploy/backup.sh'))
  chmodSync(path.join(product, 'deploy/backup.sh'), 0o755)
  for (const name of unitNames) {
    const unit = readFileSync(path.join(unitsFolder, name), 'utf8')
    const text = unit
      .replaceAll('/opt/kryptonique', product)
      // This machine's Node may be elsewhere.
      .replaceAll('/usr/bin/node', process.execPath)
    writeFileSync(path.join(folder, name.replace('@.', '@3000.')), text)
  }
  return folder
}

it('no unit runs a program that npm installed: security fixes come by the system', () => {
  const units = unitNames.map((name) => readFileSync(path.join(unitsFolder, name), 'utf8'))
  expect(units.filter((unit) => unit.includes('node_modules'))).toEqual([])
})

describe('the unit of a process', () => {
  const unit = readFileSync(path.join(unitsFolder, 'kryptonique@.service'), 'utf8')

  it('allows it the time that it takes to stop, and signals it alone', () => {
    expect(Number(/^TimeoutStopSec=(\d+)s$/m.exec(unit)?.[1])).toBeGreaterThanOrEqual(30)
    expect(unit).toMatch(/^KillMode=mixed$/m)
  })

  it('starts what the image starts, on the port of its name', () => {
    const [, command] = /^ExecStart=.* PORT=%i .* \/usr\/bin\/node (.*)$/m.exec(unit) ?? []
    expect(command).toBe(serverCommand.join(' '))
    for (const [name, value] of Object.entries(memoryEnvironment)) {
      expect(unit).toMatch(new RegExp(`^Environment=.*\\b${name}=${value}\\b`, 'm'))
    }
  })
})

it('a failed backup sends a message to the staff’s channel', async () => {
  const read = (name: string) => readFileSync(path.join(unitsFolder, name), 'utf8')
  const [, teller = ''] = /^OnFailure=(\S+)$/m.exec(read('kryptonique-backup.service')) ?? []
  const [, script = ''] = /^ExecStart=\S+\/node -e "(.+)"$/m.exec(read(teller)) ?? []
  // Characters with a meaning for systemd.
  expect(script).not.toMatch(/["$%\\]/)
  const told: unknown[] = []
  const channel = createServer((request, response) => {
    void json(request).then((body) => {
      told.push(body)
      response.writeHead(told.length === 1 ? 204 : 404).end()
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void channel.close())
  await once(channel, 'listening')
  const address = z.object({ port: z.number() }).parse(channel.address())
  const tell = () => {
    const DISCORD_WEBHOOK_URL = `http://127.0.0.1:${address.port}`
    return promisify(execFile)(process.execPath, ['-e', script], { env: { DISCORD_WEBHOOK_URL } })
  }
  await tell()
  expect(told).toEqual([{ content: expect.stringContaining('sauvegarde') }])
  await expect(tell()).rejects.toThrow('Discord answered 404')
})

describe('the alarms of deploy/prometheus/alerts.yml', () => {
  const alarms = readAlarms()

  it('have unique names and a sentence each', () => {
    expect(new Set(alarms.map(({ name }) => name)).size).toBe(alarms.length)
    for (const { summary } of alarms) expect(summary).toMatch(/^\S.*\.$/)
  })
})
