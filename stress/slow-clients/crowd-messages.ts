import { z } from 'zod'

export const slowKinds = [
  'heads a byte at a time',
  'connections that say nothing',
  'bodies a byte at a time',
  'bodies that stop before their end',
  'bodies without an end',
  'uploads that hang',
  'readers that never read',
  'pipelines of a hundred',
  'heads that are too large',
  'idle connections',
] as const
export type SlowKind = (typeof slowKinds)[number]

/** The task of a process of slow clients. */
export const crowdTask = z.object({
  port: z.number(),
  /** Of each kind. */
  clients: z.number(),
})

/** Its answer once all are connected, and on request: how many of each kind are connected. */
export const crowdReport = z.record(z.enum(slowKinds), z.number())
export type CrowdReport = z.output<typeof crowdReport>
