import { useEffect, useState, useSyncExternalStore } from 'react'
import type { SteamClaimView, SteamClaimsView } from '#contract/accounts.ts'
import { isSteamId64, type SteamId64 } from '#domain/steam-id.ts'
import { ApiProblem, call } from '#web/app/api-client.ts'
import { readStored, writeStored } from '#web/app/browser-storage.ts'
import { DiscordButton } from '#web/app/links.tsx'
import { useNavigate, useQueryParameter } from '#web/app/navigation.ts'
import { paths } from '#contract/paths.ts'
import type { ServerData } from '#web/app/query-client.ts'
import { toastFailure } from '#web/app/toasts.ts'
import { useExternalNavigation } from '#web/app/use-external-navigation.ts'
import { Icon } from '#web/art/icon.tsx'
import { formatDate } from '#web/i18n/format-time.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Badge, KrText } from '#web/ui/labels.tsx'
import { Panel } from '#web/ui/layout.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Notice, type MessageTone } from '#web/ui/notice.tsx'
import { DiscordSignIn } from './discord-sign-in.tsx'

interface ClaimPanelProps {
  readonly claims: ServerData<SteamClaimsView>
  /** The player whose wallet the page shows. */
  readonly shown: string | null
  readonly onShow: (steamId: SteamId64) => void
}

/** What linking Steam protects, how to do it, and the balances already linked. */
export function ClaimPanel({ claims, shown, onShow }: ClaimPanelProps) {
  const { state, isFetching, refetch } = claims
  const isRequired = state.status === 'answered' && state.value.claimRequired
  return (
    <Panel title={<KrText>{m.steam_claim_title()}</KrText>}>
      {!isRequired && <p className="mb-3 text-muted">{m.steam_claim_risk()}</p>}
      <p className="text-muted">{m.steam_claim_text()}</p>
      <div className="mt-5 grid gap-5">
        {state.status === 'waiting' && <Skeleton className="h-11" />}
        {state.status === 'failed' && (
          <Notice
            tone="warning"
            action={
              <Button tone="secondary" pending={isFetching} onClick={() => void refetch()}>
                {m.retry()}
              </Button>
            }
          >
            {m.steam_claims_failed()}
          </Notice>
        )}
        {isRequired && (
          <Notice tone="warning" title={m.steam_claim_required_title()}>
            {m.steam_claim_required_text()}
          </Notice>
        )}
        {state.status === 'answered' && !state.value.signedIn && (
          <>
            <p>{m.steam_claim_visitor()}</p>
            <DiscordSignIn className="px-3" />
          </>
        )}
        {state.status === 'answered' && state.value.signedIn && (
          <>
            <ClaimList
              label={m.steam_claims_label()}
              claims={state.value.claims}
              shown={shown}
              onShow={onShow}
            />
            <LinkSteam
              claims={claims}
              {...(state.value.claims.length === 0
                ? { label: m.steam_claim_button() }
                : { label: m.steam_claim_another(), tone: 'secondary' })}
            />
            <p className="text-sm text-muted">{m.steam_claim_note()}</p>
          </>
        )}
      </div>
    </Panel>
  )
}

interface ClaimListProps {
  readonly label: string
  readonly claims: readonly SteamClaimView[]
  /** The account that is shown, where the reader can choose one by `onShow`. */
  readonly shown?: string | null
  readonly onShow?: (steamId: SteamId64) => void
}

export function ClaimList({ label, claims, shown, onShow }: ClaimListProps) {
  if (claims.length === 0) return null
  return (
    <ul aria-label={label} className="grid gap-4">
      {claims.map((claim) => (
        <li key={claim.steamId} className="grid gap-2 border-l-2 border-crystal pl-4">
          <Claim claim={claim} isShown={claim.steamId === shown} onShow={onShow} />
        </li>
      ))}
    </ul>
  )
}

interface ClaimProps {
  readonly claim: SteamClaimView
  readonly isShown: boolean
  readonly onShow: ClaimListProps['onShow'] | undefined
}

function Claim({ claim: { steamId, personaName, claimedAt }, isShown, onShow }: ClaimProps) {
  return (
    <>
      <div className="min-w-0">
        <p className="font-display font-semibold break-words">
          <bdi translate={personaName === null ? undefined : 'no'}>
            {personaName ?? m.steam_claim_nameless()}
          </bdi>
        </p>
        <p translate="no" className="text-sm break-words text-muted">
          {steamId}
        </p>
        <p className="text-sm text-muted">{m.steam_claim_since({ date: formatDate(claimedAt) })}</p>
      </div>
      {isShown && (
        <Badge tone="crystal" className="w-fit">
          {m.steam_claim_shown()}
        </Badge>
      )}
      {!isShown && onShow && isSteamId64(steamId) && (
        <Button tone="secondary" className="w-fit" onClick={() => onShow(steamId)}>
          {m.steam_claim_show({ name: personaName ?? steamId })}
        </Button>
      )}
    </>
  )
}

interface LinkSteamProps {
  readonly label: string
  readonly tone?: 'primary' | 'secondary'
  readonly claims: ServerData<SteamClaimsView>
}

/** Opens Steam. A player who turns out to be signed out gets the sign-in first. */
export function LinkSteam({ label, tone = 'primary', claims: { refetch } }: LinkSteamProps) {
  const { pending, start } = useExternalNavigation(startSteamClaim, (reason) => {
    const isSignedOut = reason instanceof ApiProblem && reason.code === 'unauthenticated'
    if (isSignedOut) void refetch()
    toastFailure(
      m.failed_title(),
      isSignedOut ? m.steam_claim_visitor() : m.steam_claim_not_started(),
    )
  })
  return (
    <Button
      tone={tone}
      className="px-3"
      pending={pending}
      onClick={start}
      icon={<Icon name="shield" className="size-5" />}
    >
      {label}
    </Button>
  )
}

/**
 * Opens Steam's own page; the player comes back to `/wallet?claim=…`.
 * @throws {ApiProblem}
 */
async function startSteamClaim(): Promise<void> {
  const { url } = await call(import('#contract/accounts.ts').then(({ startClaim }) => startClaim))
  location.assign(url)
}

/** The outcome of the visit to Steam that led here. Shown once, because its parameter is removed from the address. */
export function useClaimOutcome(): ClaimOutcome | null {
  const parameter = useQueryParameter('claim')
  const navigate = useNavigate()
  const [outcome, setOutcome] = useState<ClaimOutcome | null>(null)

  // A command in Discord leads here; signing in keeps the address, Steam does not.
  const from = useQueryParameter('from')
  useEffect(() => {
    if (from === 'discord') writeStored('sessionStorage', originKey, from)
  }, [from])

  const latest = claimOutcomes.find((known) => known === parameter)
  if (latest !== undefined && latest !== outcome) setOutcome(latest)

  useEffect(() => {
    if (parameter !== null) navigate(paths.wallet(), { replace: true })
  }, [parameter, navigate])

  return outcome
}

const originKey = 'linking from'

const claimOutcomes = ['done', 'cancelled', 'expired', 'unavailable', 'failed'] as const
/** The outcome of a visit to Steam, as the server puts it in the address. */
export type ClaimOutcome = (typeof claimOutcomes)[number]

const outcomes = {
  done: [m.steam_claim_done_title, m.steam_claim_done_text, 'success'],
  cancelled: [m.steam_claim_cancelled_title, m.steam_claim_cancelled_text, 'info'],
  expired: [m.steam_claim_expired_title, m.steam_claim_expired_text, 'warning'],
  unavailable: [m.steam_claim_unavailable_title, m.steam_claim_unavailable_text, 'warning'],
  failed: [m.steam_claim_failed_title, m.steam_claim_failed_text, 'error'],
} as const satisfies Record<ClaimOutcome, readonly [() => string, () => string, MessageTone]>

/** The consequence for the player, and what to do now. */
export function ClaimOutcomeNotice({ outcome }: { readonly outcome: ClaimOutcome }) {
  const [title, text, tone] = outcomes[outcome]
  const isFromDiscord = useSyncExternalStore(
    () => () => undefined,
    () => readStored('sessionStorage', originKey) === 'discord',
    () => false,
  )
  const wayBack = isFromDiscord && outcome === 'done' && (
    <DiscordButton tone="secondary">{m.steam_claim_back_to_discord()}</DiscordButton>
  )
  return (
    <Notice live tone={tone} title={title()} action={wayBack} className="mb-8">
      {text()}
    </Notice>
  )
}
