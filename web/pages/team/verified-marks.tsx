import type { VerifiedMarks as Verified } from '#contract/team-listings.ts'
import { Icon } from '#web/art/icon.tsx'
import { m } from '#web/i18n/paraglide/messages.js'

/** What the maker has proven by signing in. */
export function VerifiedMarks({ verified }: { readonly verified: Verified }) {
  if (!verified.discord && !verified.steam) return null
  return (
    <ul aria-label={m.team_list_verified()} className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-sm">
      {verified.discord && <VerifiedMark label={m.team_list_verified_discord()} />}
      {verified.steam && <VerifiedMark label={m.team_list_verified_steam()} />}
    </ul>
  )
}

function VerifiedMark({ label }: { readonly label: string }) {
  return (
    <li className="inline-flex items-center gap-1 text-crystal">
      <Icon name="shield" className="size-4" />
      {label}
    </li>
  )
}
