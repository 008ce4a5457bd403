import { mostListingsPerMaker } from '#domain/team-listings.ts'
import type { FailureCode } from '#web/api/client.ts'
import { Link } from '#web/components/link.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { Notice } from '#web/ui/notice.tsx'

/** Why a listing was not taken, that nothing is lost, and what to do. */
export function SaveProblem({ code }: { readonly code: FailureCode }) {
  return (
    <Notice
      live
      tone="error"
      title={m.team_form_not_saved()}
      {...(code === 'too_many_listings' && { action: <OwnListingsLink /> })}
    >
      {problemText(code)}
    </Notice>
  )
}

/** Why the server refuses, and what to do about it. */
export function problemText(code: FailureCode): string {
  return (texts[code] ?? m.team_form_failed)()
}

const texts: Readonly<Partial<Record<FailureCode, () => string>>> = {
  too_many_listings: () => m.team_form_too_many({ most: String(mostListingsPerMaker) }),
  listing_removed: () => m.team_form_removed(),
  listing_not_found: () => m.team_form_gone(),
  unauthenticated: () => m.team_form_forbidden(),
  forbidden: () => m.team_form_forbidden(),
}

function OwnListingsLink() {
  return (
    <Link
      href={paths.team()}
      className="inline-flex min-h-11 items-center text-crystal underline underline-offset-4"
    >
      {m.team_form_own_listings_link()}
    </Link>
  )
}
