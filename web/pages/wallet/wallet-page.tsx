import { useRef } from 'react'
import type { SteamId64 } from '#domain/steam-id64.ts'
import { useAnswer } from '#web/api/use-answer.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { useSignOut } from '#web/orders/use-sign-out.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { outcomeText } from '#web/wallet/claim-outcome.ts'
import { useClaimOutcome } from '#web/wallet/use-claim-outcome.ts'
import { useShownAccount } from '#web/wallet/use-shown-account.ts'
import { fetchClaims } from '#web/wallet/wallet-api.ts'
import { AccountForm } from './account-form.tsx'
import { ClaimPanel } from './claim-panel.tsx'
import { LoadingWallet } from './loading-wallet.tsx'
import { OrdersPanel } from './orders-panel.tsx'
import { ShownWallet } from './shown-wallet.tsx'

/** What a player has, where it came from, and how it is kept safe. */
export default function WalletPage() {
  const claims = useAnswer(fetchClaims)
  const outcome = useClaimOutcome()
  const { steamId, show: choose } = useShownAccount(claims.state, outcome)
  const wallet = useRef<HTMLDivElement>(null)
  const isKnown = steamId !== 'unknown' && steamId !== null

  useSignOut(claims.askAgain)

  // What was pressed may be gone with it, and on a phone the wallet is far above.
  function show(chosen: SteamId64): void {
    choose(chosen)
    wallet.current?.focus()
  }

  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-10 sm:px-6 sm:py-14">
      <PageHeading eyebrow={m.wallet_eyebrow()} title={m.wallet_title()} lead={m.wallet_lead()} />
      {outcome && (
        <Notice
          live
          tone={outcomeText(outcome).tone}
          title={outcomeText(outcome).title}
          className="mb-8"
        >
          {outcomeText(outcome).text}
        </Notice>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div ref={wallet} tabIndex={-1} className="grid scroll-mt-24 content-start gap-8">
          {steamId === 'unknown' && <LoadingWallet />}
          {steamId === null && (
            <AccountForm
              title={m.wallet_unknown_title()}
              text={m.wallet_unknown_text()}
              onShow={show}
            />
          )}
          {isKnown && <ShownWallet key={steamId} steamId={steamId} claims={claims} />}
        </div>
        <aside className="grid content-start gap-8">
          <ClaimPanel claims={claims} shown={steamId} onShow={show} />
          {isKnown && <AccountForm title={m.wallet_look_title()} onShow={show} />}
          <OrdersPanel />
        </aside>
      </div>
    </div>
  )
}
