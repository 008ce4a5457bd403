import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createAccountQueue } from './skin-shop.ts'

/** Work that ends when the test resolves it. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  return { promise, resolve, reject }
}

test('runs the work of one account in order, and that of others concurrently', async () => {
  const queue = createAccountQueue()
  const started: string[] = []
  const first = work()
  const start = (name: string, result: Promise<string>) => () => {
    started.push(name)
    return result
  }
  const results = [
    queue.run('a', start('a1', first.promise)),
    queue.run('a', start('a2', Promise.resolve('second'))),
    queue.run('b', start('b1', Promise.resolve('other'))),
  ]
  await setImmediate()
  expect(started).toEqual(['a1', 'b1'])
  first.resolve('first')
  expect(await Promise.all(results)).toEqual(['first', 'second', 'other'])
  expect(started).toEqual(['a1', 'b1', 'a2'])
})

test('continues after work that fails', async () => {
  const queue = createAccountQueue()
  const failing = queue.run('a', () => Promise.reject(new Error('lost')))
  const next = queue.run('a', () => Promise.resolve('done'))
  await expect(failing).rejects.toThrow('lost')
  expect(await next).toBe('done')
})

test('refuses work when too much waits for the account', async () => {
  const queue = createAccountQueue(2)
  const first = work()
  const waiting = [queue.run('a', () => first.promise), queue.run('a', () => first.promise)]
  await expect(queue.run('a', () => first.promise)).rejects.toMatchObject({
    code: 'rate_limited',
    extra: { retryAfterSeconds: 1 },
  })
  expect(await queue.run('b', () => Promise.resolve('free'))).toBe('free')
  first.resolve('done')
  await Promise.all(waiting)
  expect(await queue.run('a', () => Promise.resolve('free again'))).toBe('free again')
})

test('keeps nothing of an account once its work is done', async () => {
  const queue = createAccountQueue()
  const runs = Array.from({ length: 100 }, (_, index) =>
    queue.run(`account ${index % 10}`, () =>
      index % 2 === 0 ? Promise.resolve() : Promise.reject(new Error('lost')),
    ),
  )
  expect(queue.size()).toBe(10)
  await Promise.allSettled(runs)
  expect(queue.size()).toBe(0)
})
