import { expect, it } from 'vitest'
import { startUnsafely } from '../stress/unsafe-settings.ts'
import { unsafeSettings } from '../stress/unsafe-settings-table.ts'

/** The whole table: `npm run stress -- unsafe-settings`; its faults one by one: server/config.test.ts. */
const every = 8

it('the server does not start with unsafe settings, says which, and tells no secret', async () => {
  const some = unsafeSettings.filter((_, index) => index % every === 0)
  expect(await startUnsafely(some)).toEqual([])
})
