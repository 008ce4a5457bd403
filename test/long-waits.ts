import { vi } from 'vitest'

// Vitest has a setting for `expect.poll` (vitest.config.ts), and none for these, which wait for a
// second.

const wait = { timeout: 300_000, interval: 100 }
const { waitFor, waitUntil } = vi
vi.waitFor = (callback, options = wait) => waitFor(callback, options)
vi.waitUntil = (callback, options = wait) => waitUntil(callback, options)
