import type { SteamClaimView } from '#contract/kryptonite.ts'
import { isSteamId64, type SteamId64 } from '#domain/steam-id.ts'
import { formatDate } from '#web/i18n/format-date.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

interface ClaimListProps {
  readonly claims: readonly SteamClaimView[]
  readonly shown: string | null
  readonly onShow: (steamId: SteamId64) => void
}

/** The balances that belong to the account, newest first. */
export function ClaimList({ claims, shown, onShow }: ClaimListProps) {
  if (claims.length === 0) return null
  return (
    <ul aria-label={m.wallet_claims_label()} className="grid gap-4">
      {claims.map((claim) => (
        <li key={claim.steamId} className="grid gap-2 border-l-2 border-crystal pl-4">
          <Claim claim={claim} isShown={claim.steamId === shown} onShow={onShow} />
        </li>
      ))}
    </ul>
  )
}

interface ClaimProps extends Pick<ClaimListProps, 'onShow'> {
  readonly claim: SteamClaimView
  readonly isShown: boolean
}

function Claim({ claim: { steamId, personaName, claimedAt }, isShown, onShow }: ClaimProps) {
  return (
    <>
      <div className="min-w-0">
        <p className="font-display font-semibold break-words">
          <bdi>{personaName ?? m.wallet_claim_nameless()}</bdi>
        </p>
        <p className="text-sm break-words text-muted">{steamId}</p>
        <p className="text-sm text-muted">
          {m.wallet_claim_since({ date: formatDate(claimedAt) })}
        </p>
      </div>
      {isShown && (
        <Badge tone="crystal" className="w-fit">
          {m.wallet_claim_shown()}
        </Badge>
      )}
      {!isShown && isSteamId64(steamId) && (
        <Button tone="secondary" className="w-fit" onClick={() => onShow(steamId)}>
          {m.wallet_claim_show({ name: personaName ?? steamId })}
        </Button>
      )}
    </>
  )
}
