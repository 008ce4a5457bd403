import type { SteamClaimsView } from '#contract/kryptonite.ts'
import type { AnswerControl } from '#web/api/use-answer.ts'
import { LoginGatePicture } from '#web/art/login-gate-picture.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { DiscordSignIn, LinkSteam } from './claim-actions.tsx'

interface LockedWalletProps {
  readonly claims: AnswerControl<SteamClaimsView>
}

/** In place of lines and skins that this visitor may not see: who may, and how to become one of them. */
export function LockedWallet({ claims }: LockedWalletProps) {
  return (
    <Panel>
      <div className="grid items-center gap-6 sm:grid-cols-[11rem_minmax(0,1fr)] sm:gap-8">
        <LoginGatePicture className="mx-auto block aspect-4/3 w-full max-w-52 sm:max-w-none" />
        <div className="min-w-0">
          <h2 className="text-xl">{m.wallet_locked_title()}</h2>
          <p className="mt-3 text-muted">{m.wallet_locked_text()}</p>
          <NextStep claims={claims} />
        </div>
      </div>
    </Panel>
  )
}

function NextStep({ claims }: LockedWalletProps) {
  const { state } = claims
  if (state.status === 'waiting') return <Skeleton className="mt-5 h-24" />
  const isSignedIn = state.status === 'answered' && state.value.signedIn
  return (
    <>
      <p className="mt-4">{isSignedIn ? m.wallet_locked_player() : m.wallet_locked_visitor()}</p>
      <div className="mt-5">
        {isSignedIn ? (
          <LinkSteam label={m.wallet_claim_button()} claims={claims} />
        ) : (
          <DiscordSignIn />
        )}
      </div>
    </>
  )
}
