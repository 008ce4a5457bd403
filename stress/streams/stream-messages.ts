import { z } from 'zod'

/** The task of a process that holds streams. */
export const streamTask = z.object({
  port: z.number(),
  streams: z.number(),
  /** So many streams come from each network. */
  perNetwork: z.number(),
  /** The first network, so that no two processes share one. */
  firstNetwork: z.number(),
})
export type StreamTask = z.output<typeof streamTask>

/** Its answer once all are open, and on request. */
export const streamReport = z.object({
  /** Purchase events received, over all streams. */
  purchases: z.number(),
  refused: z.number(),
  ended: z.number(),
})
export type StreamReport = z.output<typeof streamReport>

export type StreamOrder = 'count' | 'leave'
