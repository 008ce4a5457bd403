import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

const program = `
  import { runUntilStopped } from ${JSON.stringify(path.join(import.meta.dirname, 'run.ts'))}
  let elapsed = 0
  performance.now = () => elapsed
  const ended = Promise.withResolvers()
  const playing = {
    name: 'Something',
    pid: null,
    ended: ended.promise,
    // At once, as npm does.
    stop: async () => void (console.log('asked'), process.kill(process.pid, 'SIGINT')),
    kill: async () => void (console.log('killed'), clearInterval(alive)),
  }
  const alive = setInterval(() => undefined, 1000)
  void runUntilStopped([playing], Promise.resolve())
  let interrupts = 0
  process.on('SIGINT', () => {
    interrupts += 1
    if (interrupts < 2) return
    elapsed = 1000
    console.log('a second later')
  })
  console.log('ready')
`

it('lets its programs finish when npm passes on the Ctrl-C of the terminal, and kills them at the next', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program])
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  child.stdout.on('data', (text) => (output += String(text)))
  const ended = once(child, 'exit')
  await expect.poll(() => output).toBe('ready\n')
  child.kill('SIGINT')
  await expect.poll(() => output).toBe('ready\nasked\na second later\n')
  child.kill('SIGTERM')
  await ended
  expect(output).toBe('ready\nasked\na second later\nkilled\n')
})
