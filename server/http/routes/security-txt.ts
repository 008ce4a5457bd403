import { Hono } from 'hono'
import { languages } from '#contract/language.ts'
import { siteConfig } from '#site/community.ts'
import type { Services } from '#server/services/context.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'

const path = '/.well-known/security.txt'
/** Written anew with each answer, so it is good for this long after any look at it. RFC: under a year. */
const goodForDays = 180

/** Whom to tell of a hole, and how: https://www.rfc-editor.org/rfc/rfc9116 */
export function securityTxtRoutes({
  config,
  clock,
}: Pick<Services, 'config' | 'clock'>): Hono<HttpEnvironment> {
  const address = config.publicOrigin + path
  return new Hono<HttpEnvironment>().get(path, (context) => {
    const expires = new Date(clock().getTime() + goodForDays * 24 * 60 * 60 * 1000)
    context.header('cache-control', 'public, max-age=3600')
    return context.text(
      `# Found a hole? Tell a member of the staff of ${siteConfig.brand} in private, on the Discord below,
# before you tell anybody else; never in a public channel. Do not try it on other players' data or
# money, and do not flood the site. What touches money or identity is mended first, and we tell you
# when it is mended.
Contact: ${siteConfig.discordInviteUrl}
Expires: ${expires.toISOString()}
Preferred-Languages: ${languages.join(', ')}
Canonical: ${address}
Policy: ${address}
`,
    )
  })
}
