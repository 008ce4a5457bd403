import type { SteamClaimsView } from '#contract/kryptonite.ts'
import type { SteamId64 } from '#domain/steam-id.ts'
import type { AnswerControl } from '#web/api/use-answer.ts'
import { LoadFailure } from '#web/components/load-failure.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { useWallet } from '#web/wallet/use-wallet.ts'
import { BalanceCard } from './balance-card.tsx'
import { EmptyWallet } from './empty-wallet.tsx'
import { LedgerPanel } from './ledger-panel.tsx'
import { LoadingWallet } from './loading-wallet.tsx'
import { LockedWallet } from './locked-wallet.tsx'
import { SkinsPanel } from './skins-panel.tsx'

interface ShownWalletProps {
  readonly steamId: SteamId64
  readonly claims: AnswerControl<SteamClaimsView>
}

/** The wallet of one Steam ID, as far as this visitor may see it. */
export function ShownWallet({ steamId, claims }: ShownWalletProps) {
  const { state, isAsking, askAgain, loadOlder } = useWallet(steamId)
  if (state.status === 'waiting') return <LoadingWallet />
  if (state.status === 'failed') {
    return (
      <LoadFailure
        title={m.wallet_failed_title()}
        text={m.wallet_failed_text()}
        offlineText={m.wallet_failed_offline()}
        isAsking={isAsking}
        onRetry={askAgain}
      />
    )
  }
  const wallet = state.value
  if (wallet.isLocked) {
    return (
      <>
        <BalanceCard steamId={steamId} balance={wallet.balance} />
        <LockedWallet claims={claims} />
      </>
    )
  }
  const isEmpty = wallet.lines.length === 0 && wallet.skins.length === 0
  return (
    <>
      <BalanceCard steamId={steamId} balance={wallet.balance} />
      {isEmpty ? (
        <EmptyWallet />
      ) : (
        <>
          <LedgerPanel wallet={wallet} onOlder={loadOlder} />
          <SkinsPanel skins={wallet.skins} />
        </>
      )}
    </>
  )
}
