import { vi } from 'vitest'

// Vitest has a setting for `expect.poll`, and none for these, which wait for a second.

const longestWaitMs = 300_000
const { waitFor, waitUntil } = vi
vi.waitFor = (callback, options = longestWaitMs) => waitFor(callback, options)
vi.waitUntil = (callback, options = longestWaitMs) => waitUntil(callback, options)
