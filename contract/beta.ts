import * as z from 'zod/mini'
import { mostBetaDigits } from '#domain/beta.ts'

/** Body of `POST /api/beta/unlock`. */
export const unlockBetaRequest = z.object({
  code: z
    .string()
    .check(z.regex(new RegExp(`^\\d{1,${mostBetaDigits}}$`), `1 to ${mostBetaDigits} digits`)),
})

/** The answer to the right code. */
export const betaView = z.object({
  unlocked: z.literal(true),
  /** Day of the release, ISO 8601. */
  releaseDate: z.string(),
})
export type BetaView = z.output<typeof betaView>
