import * as z from 'zod/mini'
import { post } from './endpoint.ts'

const nonNegative = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2_147_483_647))

/** What a game server with LB Core adds to the address: the number of its call, and its own port. */
const call = {
  who: 'anybody',
  params: z.object({ token: z.string() }),
  query: z.object({ id: nonNegative, port: nonNegative }),
} as const

export const pollLbCore = post('/api/lb/:token/poll', call)
export const answerLbCore = post('/api/lb/:token/response', call)
