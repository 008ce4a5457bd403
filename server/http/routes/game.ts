import { Hono } from 'hono'
import { readPriority } from '#contract/operations.ts'
import type { Config } from '#server/app/config.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { problem } from '#server/http/problem.ts'
import { fileOf, sendFile } from '#server/http/send-file.ts'
import { isSameCode } from '#server/services/access-codes.ts'

/**
 * The ids of who goes first in the queue, one per line, for the script on the game's machine
 * (`deploy/priority/`). They are ours only: the script leaves all others in the file alone. Until the owner
 * has switched this delivery on it is refused, so that the script changes nothing.
 */
export function gameRoutes(
  { priorityPullToken: token }: Pick<Config, 'priorityPullToken'>,
  fetchIds: () => Promise<readonly string[]>,
): Hono<HttpEnvironment> {
  return new Hono<HttpEnvironment>().get(readPriority.path, async (context) => {
    if (token === null) return problem(context, 'not_found')
    if (!isSameCode(context.req.header('authorization') ?? '', `Bearer ${token}`)) {
      context.header('www-authenticate', 'Bearer')
      return problem(context, 'unauthenticated')
    }
    const ids = await fetchIds()
    const text = ids
      .toSorted()
      .map((id) => `${id}\n`)
      .join('')
    context.header('cache-control', 'no-store')
    context.set('isRoutine', true)
    return sendFile(context, fileOf(text, 'text/plain; charset=UTF-8'))
  })
}
