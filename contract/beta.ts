import * as z from 'zod/mini'
import { mostBetaDigits } from '#domain/beta.ts'
import { post } from './endpoint.ts'

const betaView = z.object({
  unlocked: z.literal(true),
  /** Day of the release, ISO 8601. */
  releaseDate: z.string(),
})
export type BetaView = z.output<typeof betaView>

/** Answers only the right code. */
export const unlockBeta = post('/api/beta/unlock', {
  who: 'anybody',
  body: z.object({
    code: z
      .string()
      .check(z.regex(new RegExp(`^\\d{1,${mostBetaDigits}}$`), `1 to ${mostBetaDigits} digits`)),
  }),
  answer: betaView,
})
