import { afterEach, expect, it } from 'vitest'
import { findFreePort } from '#test/free-port.ts'
import { startProgram, waitUntilReady, type Program } from './program.ts'

const started: Program[] = []
afterEach(() => Promise.all(started.splice(0).map((program) => program.kill())))

function start(script: string, onOutput: (text: string) => void = () => {}): Program {
  const program = startProgram({ name: 'It', command: ['-e', script], env: process.env, onOutput })
  started.push(program)
  return program
}

it('is ready when its address answers, and gone after it was stopped', async () => {
  const url = `http://127.0.0.1:${await findFreePort()}/`
  const program = start(
    `const { port } = new URL('${url}')
     const listen = () => require('node:http').createServer((_, answer) => answer.end()).listen(port)
     setTimeout(listen, 100)`,
  )
  await waitUntilReady(program, url)
  await program.stop()
  expect(await program.ended).toMatchObject({ reason: 'ended by SIGTERM' })
  await expect(fetch(url)).rejects.toThrow('fetch failed')
})

it('is not awaited when it ends before it is ready', async () => {
  const program = start('process.exit(3)')
  await expect(
    waitUntilReady(program, `http://127.0.0.1:${await findFreePort()}/`),
  ).rejects.toThrow('It did not start: exit code 3')
  expect(await program.ended).toEqual({ name: 'It', exitCode: 3, reason: 'exit code 3' })
})

it('may finish its work after SIGTERM', async () => {
  const output: string[] = []
  const running = Promise.withResolvers<undefined>()
  const program = start(
    `process.on('SIGTERM', () => { console.log('tidied up'); process.exit(0) })
     setInterval(() => {}, 1000); console.log('running')`,
    (text) => {
      output.push(text)
      running.resolve(undefined)
    },
  )
  await running.promise
  await program.stop()
  expect(output.join('')).toBe('running\ntidied up\n')
  expect(await program.ended).toMatchObject({ exitCode: 0 })
})
