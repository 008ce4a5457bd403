import type { OfflineCaches } from '#web/features/guides/offline-copies.ts'

/** A browser's cache storage, in memory for one test. */
export function memoryCaches(): OfflineCaches {
  const caches = new Map<string, Map<string, Response>>()
  return {
    keys: async () => [...caches.keys()],
    has: async (name) => caches.has(name),
    delete: async (name) => caches.delete(name),
    open: async (name) => {
      const cache = caches.get(name) ?? new Map<string, Response>()
      caches.set(name, cache)
      return {
        match: async (address) => cache.get(address)?.clone(),
        put: async (address, answer) => {
          cache.set(address, answer.clone())
        },
      }
    },
  }
}
