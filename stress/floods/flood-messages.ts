import { z } from 'zod'

export const floodTask = z.object({
  port: z.number(),
  /** A name of `floodTargets`. */
  target: z.string(),
  /**
   * Whose requests they are: an IPv4 address, by way of a trusted proxy and in every disguise; the
   * three groups of a /48 of IPv6, for addresses all over it; null for whoever comes directly and lies.
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
  /** Refused, and told when to come again. */
  limited: z.number(),
  /** Connections that broke, answers of 5xx and refusals that do not say enough; some of them. */
  faults: z.array(z.string()),
})
export type FloodReport = z.output<typeof floodReport>
