import type { Context } from 'hono'
import { makerSecret } from '#contract/team.ts'
import { Refusal } from '#server/services/refusal.ts'
import type { Auth } from '#server/services/sign-in/auth.ts'
import { readUserId } from '#server/services/sign-in/read-session.ts'
import { hashMakerSecret, type Maker } from '#server/services/team-listings/maker.ts'

/** Who asks: by the secret that he sends, by the account he is signed in with, or both. */
export async function readMaker(context: Context, auth: Auth): Promise<Maker> {
  const secret = readMakerSecret(context)
  return {
    secretHash: secret === null ? null : hashMakerSecret(secret),
    userId: await readUserId(auth, context.req.raw.headers),
  }
}

/**
 * The secret of `Authorization: Bearer`; null without one, also where a proxy has its own use for the
 * header. Refuses a text that cannot be a secret with `validation_failed`: a client that mangles its
 * secret has a fault of its own, and signing in would not mend it.
 */
export function readMakerSecret({ req }: Context): string | null {
  const [scheme = '', ...rest] = (req.header('authorization') ?? '').split(' ')
  if (scheme.toLowerCase() !== 'bearer') return null
  const secret = makerSecret.safeParse(rest.join(' '))
  if (secret.success) return secret.data
  const message =
    'After “Bearer”: the 43 characters that making the listing answered as its secret.'
  throw new Refusal('validation_failed', {
    errors: [{ path: 'Authorization', code: 'invalid_format', message }],
  })
}
