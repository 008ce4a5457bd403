import { z } from 'zod'
import { expect, test } from 'vitest'
import { newId } from './new-id.ts'

test('an id is a UUID by the server’s rule', () => {
  for (let round = 0; round < 200; round += 1)
    expect(z.uuidv4().safeParse(newId()).success).toBe(true)
})

test('ids do not repeat', () => {
  expect(new Set(Array.from({ length: 1000 }, newId)).size).toBe(1000)
})
