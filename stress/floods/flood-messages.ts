import { z } from 'zod'

export const floodTask = z.object({
  port: z.number(),
  /** A name of `floodTargets`. */
  target: z.string(),
  /**
   * The source: an IPv4 address behind a trusted proxy, in every disguise; the three groups of a
   * /48 of IPv6, for addresses all over it; null for a direct client with forged headers.
   */
  visitor: z.string().nullable(),
  requests: z.number(),
  clients: z.number(),
})
export type FloodTask = z.output<typeof floodTask>

export const floodReport = z.object({
  /** In milliseconds since 1970. */
  startedAt: z.number(),
  endedAt: z.number(),
  /** Answered as if there were no limit. */
  served: z.number(),
  /** Refused, with the time when to come again. */
  limited: z.number(),
  /** Some of the broken connections, 5xx answers and incomplete refusals. */
  faults: z.array(z.string()),
})
export type FloodReport = z.output<typeof floodReport>
