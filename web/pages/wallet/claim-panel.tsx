import type { SteamClaimsView } from '#contract/kryptonite.ts'
import type { SteamId64 } from '#domain/steam-id.ts'
import type { AnswerControl } from '#web/api/use-answer.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { DiscordSignIn, LinkSteam } from './claim-actions.tsx'
import { ClaimList } from './claim-list.tsx'
import { KrText } from '#web/ui/kr-text.tsx'

interface ClaimPanelProps {
  readonly claims: AnswerControl<SteamClaimsView>
  /** Whose wallet the page shows. */
  readonly shown: string | null
  readonly onShow: (steamId: SteamId64) => void
}

/** What linking Steam protects, how it is done, and what is protected already. */
export function ClaimPanel({ claims, shown, onShow }: ClaimPanelProps) {
  const { state, isAsking, askAgain } = claims
  const isRequired = state.status === 'answered' && state.value.claimRequired
  return (
    <Panel title={<KrText>{m.wallet_claim_title()}</KrText>}>
      {!isRequired && <p className="mb-3 text-muted">{m.wallet_claim_risk()}</p>}
      <p className="text-muted">{m.wallet_claim_text()}</p>
      <div className="mt-5 grid gap-5">
        {state.status === 'waiting' && <Skeleton className="h-11" />}
        {state.status === 'failed' && (
          <Notice
            tone="warning"
            action={
              <Button tone="secondary" pending={isAsking} onClick={() => void askAgain()}>
                {m.checkout_retry()}
              </Button>
            }
          >
            {m.wallet_claims_failed()}
          </Notice>
        )}
        {isRequired && (
          <Notice tone="warning" title={m.wallet_required_title()}>
            {m.wallet_required_text()}
          </Notice>
        )}
        {state.status === 'answered' && !state.value.signedIn && (
          <>
            <p>{m.wallet_claim_visitor()}</p>
            <DiscordSignIn />
          </>
        )}
        {state.status === 'answered' && state.value.signedIn && (
          <>
            <ClaimList claims={state.value.claims} shown={shown} onShow={onShow} />
            <LinkSteam
              claims={claims}
              {...(state.value.claims.length === 0
                ? { label: m.wallet_claim_button() }
                : { label: m.wallet_claim_another(), tone: 'secondary' })}
            />
            <p className="text-sm text-muted">{m.wallet_claim_note()}</p>
          </>
        )}
      </div>
    </Panel>
  )
}
