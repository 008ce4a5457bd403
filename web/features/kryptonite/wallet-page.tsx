import { useRef, useState, useSyncExternalStore } from 'react'
import type { SteamClaimsView } from '#contract/accounts.ts'
import { isSteamId64, parseSteamId } from '#domain/steam-id.ts'
import type { SteamId64 } from '#domain/steam-id64.ts'
import { ButtonLink } from '#web/app/links.tsx'
import { LoadFailure } from '#web/app/load-failure.tsx'
import { paths } from '#contract/paths.ts'
import { useServerData, type AnswerState, type ServerData } from '#web/app/query-client.ts'
import { useForm } from '#web/app/use-form.ts'
import { Picture } from '#web/art/drawing.tsx'
import emptyCart from '#web/art/empty-cart.svg?raw'
import loginGate from '#web/art/login-gate.svg?raw'
import { claimsQuery } from '#web/features/accounts/own-steam-id.ts'
import { DiscordSignIn } from '#web/features/accounts/discord-sign-in.tsx'
import { SteamIdField } from '#web/features/accounts/player-fields.tsx'
import {
  ClaimOutcomeNotice,
  ClaimPanel,
  LinkSteam,
  useClaimOutcome,
  type ClaimOutcome,
} from '#web/features/accounts/steam-claims.tsx'
import { FillInThroughSteam } from '#web/features/accounts/steam-fill-in.tsx'
import { readSteamId, storedSteamId } from '#web/features/accounts/stored-player.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { KrText } from '#web/ui/labels.tsx'
import { PageHeading, Panel } from '#web/ui/layout.tsx'
import { LoadingText, Skeleton } from '#web/ui/loading.tsx'
import { BalanceCard, LedgerPanel, SkinsPanel } from './wallet-panels.tsx'
import { useWallet } from './wallet.ts'

export default function WalletPage() {
  const claims = useServerData(claimsQuery)
  const outcome = useClaimOutcome()
  const [chosen, choose] = useState<SteamId64 | null>(null)
  const steamId = useShownSteamId(chosen, claims.state, outcome)
  const wallet = useRef<HTMLDivElement>(null)
  const isKnown = steamId !== 'unknown' && steamId !== null

  // The pressed button may disappear, and on a phone the wallet is far above it.
  function show(id: SteamId64): void {
    choose(id)
    wallet.current?.focus()
  }

  return (
    <div className="page">
      <PageHeading eyebrow={m.wallet_eyebrow()} title={m.wallet_title()} lead={m.wallet_lead()} />
      {outcome && <ClaimOutcomeNotice outcome={outcome} />}
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

/** The player whose wallet is shown; null if none is known, `unknown` until storage and claims are loaded. */
type ShownSteamId = SteamId64 | 'unknown' | null

/**
 * The wallet to show: the one chosen on the page, else the one just claimed, else this device's
 * player's, else the account's newest claim.
 */
function useShownSteamId(
  chosen: SteamId64 | null,
  claims: AnswerState<SteamClaimsView>,
  outcome: ClaimOutcome | null,
): ShownSteamId {
  const stored = useSyncExternalStore<ShownSteamId>(
    storedSteamId.subscribe,
    readSteamId,
    () => 'unknown',
  )
  const claimed = claims.status === 'waiting' ? 'unknown' : newestClaim(claims)
  const justClaimed = outcome === 'done' ? claimed : null
  return chosen ?? justClaimed ?? stored ?? claimed
}

function newestClaim(claims: AnswerState<SteamClaimsView>): SteamId64 | null {
  const steamId = claims.status === 'answered' ? (claims.value.claims[0]?.steamId ?? '') : ''
  return isSteamId64(steamId) ? steamId : null
}

interface ShownWalletProps {
  readonly steamId: SteamId64
  readonly claims: ServerData<SteamClaimsView>
}

function ShownWallet({ steamId, claims }: ShownWalletProps) {
  const { state, isFetching, refetch, loadOlder } = useWallet(steamId)
  if (state.status === 'waiting') return <LoadingWallet />
  if (state.status === 'failed') {
    return (
      <LoadFailure
        title={m.wallet_failed_title()}
        text={m.wallet_failed_text()}
        offlineText={m.wallet_failed_offline()}
        isFetching={isFetching}
        onRetry={refetch}
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
          {claims.state.status === 'answered' &&
            !claims.state.value.claims.some((claim) => claim.steamId === steamId) && (
              <p className="text-sm text-muted">{m.wallet_part()}</p>
            )}
        </>
      )}
    </>
  )
}

interface LockedWalletProps {
  readonly claims: ServerData<SteamClaimsView>
}

/** Shown instead of lines and skins that this visitor may not see: who may, and how to get access. */
function LockedWallet({ claims }: LockedWalletProps) {
  return (
    <Panel>
      <div className="grid items-center gap-6 sm:grid-cols-[11rem_minmax(0,1fr)] sm:gap-8">
        <Picture
          svg={loginGate}
          className="mx-auto block aspect-4/3 w-full max-w-52 sm:max-w-none"
        />
        <div className="min-w-0">
          <h2 className="text-xl">{m.wallet_locked_title()}</h2>
          <p className="mt-3 text-muted">{m.wallet_locked_text()}</p>
          <UnlockStep claims={claims} />
        </div>
      </div>
    </Panel>
  )
}

function UnlockStep({ claims }: LockedWalletProps) {
  const { state } = claims
  if (state.status === 'waiting') return <Skeleton className="mt-5 h-24" />
  const isSignedIn = state.status === 'answered' && state.value.signedIn
  return (
    <>
      <p className="mt-4">{isSignedIn ? m.wallet_locked_player() : m.wallet_locked_visitor()}</p>
      <div className="mt-5">
        {isSignedIn ? (
          <LinkSteam label={m.steam_claim_button()} claims={claims} />
        ) : (
          <DiscordSignIn className="px-3" />
        )}
      </div>
    </>
  )
}

/** A wallet without any movements. The balance card above it has the actions. */
function EmptyWallet() {
  return (
    <div className="flex flex-col items-center text-center">
      <Picture svg={emptyCart} className="max-w-72" />
      <h2 className="mt-6 text-2xl">
        <KrText>{m.wallet_empty_title()}</KrText>
      </h2>
      <p className="mt-3 max-w-md text-muted">{m.wallet_empty_text()}</p>
    </div>
  )
}

/** A placeholder until the player and the wallet are known. */
function LoadingWallet() {
  return (
    <div className="grid gap-8">
      <LoadingText>{m.wallet_loading()}</LoadingText>
      <Skeleton className="h-40" />
      <Skeleton className="h-72" />
    </div>
  )
}

interface AccountFormProps {
  readonly title: string
  readonly text?: string
  readonly onShow: (steamId: SteamId64) => void
}

/** A form for the Steam ID whose wallet to show. */
function AccountForm({ title, text, onShow }: AccountFormProps) {
  const [typed, setTyped] = useState('')
  const result = parseSteamId(typed)
  const form = useForm<'steamId'>({
    validate: () => ({ steamId: !result.ok && m.player_steam_id_unrecognised() }),
    send: async () => {
      if (!result.ok) return
      onShow(result.steamId64)
      setTyped('')
    },
    explain: () => '',
  })

  return (
    <Panel title={title}>
      {text !== undefined && <p className="mb-5 text-muted">{text}</p>}
      <form {...form.props} className="grid gap-4">
        <SteamIdField
          hint={m.wallet_look_hint()}
          text={typed}
          result={result}
          isFrozen={false}
          error={form.errors.steamId}
          onChange={setTyped}
        />
        <FillInThroughSteam onFilled={setTyped} />
        <Button type="submit" tone="secondary" className="w-full sm:w-fit lg:w-full">
          {m.wallet_look_button()}
        </Button>
      </form>
    </Panel>
  )
}

/** A link to purchases made with money instead of Kr. */
function OrdersPanel() {
  return (
    <Panel title={m.wallet_orders_title()}>
      <p className="mb-4 text-muted">{m.wallet_orders_text()}</p>
      <ButtonLink href={paths.orders()} tone="secondary">
        {m.orders_title()}
      </ButtonLink>
    </Panel>
  )
}
