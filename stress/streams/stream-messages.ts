import { z } from 'zod'

/** What a process that holds streams is told. */
export const streamTask = z.object({
  port: z.number(),
  streams: z.number(),
  /** So many streams come from each network. */
  perNetwork: z.number(),
  /** Which of the networks it begins with, so that no two processes share one. */
  firstNetwork: z.number(),
})
export type StreamTask = z.output<typeof streamTask>

/** What it says once all are open, and whenever it is asked. */
export const streamReport = z.object({
  /** Events of purchases that were heard, over all streams. */
  purchases: z.number(),
  refused: z.number(),
  ended: z.number(),
})
export type StreamReport = z.output<typeof streamReport>

export type StreamOrder = 'count' | 'leave'
