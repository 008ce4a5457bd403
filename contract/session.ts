import * as z from 'zod/mini'
import { get } from './endpoint.ts'

const sessionUser = z.object({
  name: z.string(),
  avatarUrl: z.nullable(z.string()),
  /** Their unique name at Discord; null until they sign in again. */
  discordUsername: z.nullable(z.string()),
})
export type SessionUser = z.output<typeof sessionUser>

/** Who is signed in, null for a visitor. */
export const readSession = get('/api/session', {
  who: 'anybody',
  answer: z.object({ user: z.nullable(sessionUser) }),
})
