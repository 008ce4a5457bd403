import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

const lockModule = pathToFileURL(join(import.meta.dirname, 'build-state.ts')).href
let directory = ''

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'build-lock-'))
  return () => rmSync(directory, { recursive: true })
})

test('builds in one directory come one after the other', async () => {
  const builds = [startBuild(200), startBuild(200), startBuild(200)]
  await Promise.all(builds.map((build) => once(build, 'exit')))
  const steps = readSteps()
  expect(steps).toHaveLength(6)
  expect(steps.filter((_, index) => index % 2 === 0)).toEqual(['start', 'start', 'start'])
})

test('a build says that it waits for another', async () => {
  const first = startBuild(600_000)
  await expect.poll(readSteps).toEqual(['start'])
  const [said] = await once(startBuild(1).stdout, 'data')
  expect(String(said)).toBe('Waiting for another build to end.\n')
  first.kill('SIGKILL')
})

test('a killed build does not block others', async () => {
  const killed = startBuild(600_000)
  await expect.poll(readSteps).toEqual(['start'])
  const next = startBuild(1)
  killed.kill('SIGKILL')
  expect(await once(next, 'exit')).toEqual([0, null])
  expect(readSteps()).toEqual(['start', 'start', 'end'])
})

function startBuild(lastsMs: number) {
  const log = JSON.stringify(join(directory, 'steps'))
  const program = `
    import { appendFileSync } from 'node:fs'
    import { takeBuildLock } from ${JSON.stringify(lockModule)}
    await takeBuildLock(${JSON.stringify(directory)})
    appendFileSync(${log}, 'start\\n')
    setTimeout(() => appendFileSync(${log}, 'end\\n'), ${lastsMs})
  `
  const build = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void build.kill('SIGKILL'))
  return build
}

function readSteps(): readonly string[] {
  try {
    return readFileSync(join(directory, 'steps'), 'utf8').trim().split('\n')
  } catch {
    return []
  }
}
