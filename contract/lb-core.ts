import { z } from 'zod/mini'

const nonNegative = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2_147_483_647))

/** What a game server with LB Core adds to the address: the number of its call, and its own port. */
export const lbPollQuery = z.object({ id: nonNegative, port: nonNegative })
