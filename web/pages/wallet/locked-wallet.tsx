import type { SteamClaimsView } from '../../../contract/kryptonite.ts'
import type { AnswerControl } from '../../api/use-answer.ts'
import { m } from '../../i18n/paraglide/messages.js'
import { Notice } from '../../ui/notice.tsx'
import { DiscordSignIn, LinkSteam } from './claim-actions.tsx'

interface LockedWalletProps {
  readonly claims: AnswerControl<SteamClaimsView>
}

/** Its lines and skins are for its owner: why, and what to do for who he is. */
export function LockedWallet({ claims }: LockedWalletProps) {
  const view = claims.state.status === 'answered' ? claims.state.value : null
  return (
    <Notice
      tone="warning"
      title={m.wallet_locked_title()}
      action={
        view?.signedIn ? (
          <LinkSteam label={m.wallet_claim_button()} claims={claims} />
        ) : (
          <DiscordSignIn />
        )
      }
    >
      <p>{view?.claimRequired ? m.wallet_locked_required_text() : m.wallet_locked_text()}</p>
      <p className="mt-2">
        {view?.signedIn ? m.wallet_locked_player() : m.wallet_locked_visitor()}
      </p>
    </Notice>
  )
}
