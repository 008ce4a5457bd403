import { z } from 'zod'
import { mostBetaDigits } from '#domain/beta.ts'

/** Body of `POST /api/beta/unlock`. */
export const unlockBetaRequest = z.object({
  code: z.string().regex(new RegExp(`^\\d{1,${mostBetaDigits}}$`), `1 to ${mostBetaDigits} digits`),
})

/** The answer to the right code. */
export interface BetaView {
  readonly unlocked: true
  /** Day of the release, ISO 8601. */
  readonly releaseDate: string
}
