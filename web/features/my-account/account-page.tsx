import { useRef, useSyncExternalStore, type ReactNode } from 'react'
import type { OrderView } from '#contract/checkout.ts'
import type { BalanceView } from '#contract/kryptonite.ts'
import type { PerkView } from '#contract/perks.ts'
import { Avatar } from '#web/app/frame/avatar.tsx'
import { LanguageList } from '#web/app/frame/navigation-controls.tsx'
import { ButtonLink } from '#web/app/links.tsx'
import { paths } from '#contract/paths.ts'
import { useServerData, type AnswerState } from '#web/app/query-client.ts'
import { signOutWithToast, useSession } from '#web/app/session.ts'
import { Icon } from '#web/art/icon.tsx'
import { claimsQuery } from '#web/features/accounts/own-steam-id.ts'
import { DiscordSignIn } from '#web/features/accounts/discord-sign-in.tsx'
import { ClaimList, LinkSteam } from '#web/features/accounts/steam-claims.tsx'
import { readSteamId, storedSteamId } from '#web/features/accounts/stored-player.ts'
import { balanceQuery } from '#web/features/kryptonite/balance.ts'
import { displayStatusText } from '#web/features/orders/display-status.ts'
import { ordersQuery } from '#web/features/orders/orders-api.ts'
import { perkName } from '#web/features/perks/perk-products.ts'
import { PerkReminders } from '#web/features/perks/perk-reminders.tsx'
import { perksQuery } from '#web/features/perks/perks-api.ts'
import { RemindersPanel } from '#web/features/perks/reminders-panel.tsx'
import { formatDate } from '#web/i18n/format-time.ts'
import { formatKr } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { KrText } from '#web/ui/labels.tsx'
import { PageHeading, Panel } from '#web/ui/layout.tsx'
import { LoadingText, Skeleton } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { AccountDataPanel } from './account-data-panel.tsx'
import type { Elements } from '#web/ui/elements.ts'

/** What a player has, their accounts and settings, and their data; without an account, this browser's. */
export default function AccountPage() {
  const { user } = useSession()
  return (
    <div className="page">
      <PageHeading
        eyebrow={m.account_eyebrow()}
        title={m.account_title()}
        lead={m.account_lead()}
      />
      <DiscordAccount />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-8">
          <OrdersSummary />
          <PerksSummary />
          {/* It comes late: here, what is on the first screen does not move. */}
          <PerkReminders />
          <WalletSummary />
          <AccountDataPanel />
        </div>
        <aside className="grid grid-cols-[minmax(0,1fr)] content-start gap-8">
          <Panel title={m.nav_language()}>
            <LanguageList />
          </Panel>
          <RemindersPanel />
          {/* The last one, because it comes when the session is known. */}
          {user && <SteamAccounts />}
        </aside>
      </div>
    </div>
  )
}

interface SummaryProps<Value> {
  readonly title: ReactNode
  readonly state: AnswerState<Value>
  readonly href: string
  readonly link: string
  readonly children: (value: Value) => Elements
}

function Summary<Value>({ title, state, href, link, children }: SummaryProps<Value>) {
  return (
    <Panel title={title}>
      <div className="min-h-7 text-muted">
        {state.status === 'waiting' && (
          <>
            <LoadingText>{m.page_loading()}</LoadingText>
            <Skeleton className="h-6 max-w-80" />
          </>
        )}
        {state.status === 'failed' && <p>{m.account_section_failed()}</p>}
        {state.status === 'answered' && children(state.value)}
      </div>
      <ButtonLink href={href} tone="secondary" className="mt-4">
        {link}
      </ButtonLink>
    </Panel>
  )
}

function OrdersSummary() {
  const { state } = useServerData(ordersQuery)
  return (
    <Summary
      title={m.orders_title()}
      state={state}
      href={paths.orders()}
      link={m.account_orders_link()}
    >
      {([latest]: readonly OrderView[]) =>
        latest ? (
          <p>
            {m.account_orders_last({
              item: latest.items.map(({ name }) => name).join(', '),
              status: displayStatusText(latest).title,
            })}
          </p>
        ) : (
          <p>{m.account_orders_none()}</p>
        )
      }
    </Summary>
  )
}

function PerksSummary() {
  const { state } = useServerData(perksQuery)
  return (
    <Summary
      title={m.perks_title()}
      state={state}
      href={paths.perks()}
      link={m.account_perks_link()}
    >
      {(perks: readonly PerkView[]) =>
        perks.length === 0 ? (
          <p>{m.account_perks_none()}</p>
        ) : (
          <ul className="grid gap-1">
            {perks.map(({ perk, steamId, endsAt }) => (
              <li key={`${perk} ${steamId}`}>
                {endsAt === null
                  ? m.account_perk_permanent({ perk: perkName(perk) })
                  : m.account_perk_until({ perk: perkName(perk), date: formatDate(endsAt) })}
              </li>
            ))}
          </ul>
        )
      }
    </Summary>
  )
}

function WalletSummary() {
  const steamId = useSyncExternalStore(storedSteamId.subscribe, readSteamId, () => null)
  const { state } = useServerData(balanceQuery(steamId))
  return (
    <Summary<BalanceView | null>
      title={m.wallet_title()}
      state={steamId === null ? { status: 'answered', value: null } : state}
      href={paths.wallet()}
      link={m.account_wallet_link()}
    >
      {(known) =>
        steamId === null || known === null ? (
          <p>{m.account_wallet_none()}</p>
        ) : (
          <p className="wrap-anywhere">
            <KrText>
              {m.account_wallet_balance({ balance: formatKr(known.balance), steamId })}
            </KrText>
          </p>
        )
      }
    </Summary>
  )
}

const samePlace = 'col-start-1 row-start-1'

/** The account that is signed in, and signing in and out. It has the room for either from the start. */
function DiscordAccount() {
  const { status, user } = useSession()
  const place = useRef<HTMLDivElement>(null)

  async function handleSignOut(): Promise<void> {
    // The pressed button disappears.
    if (await signOutWithToast()) place.current?.focus()
  }

  return (
    <div ref={place} tabIndex={-1} className="mb-8 grid grid-cols-[minmax(0,1fr)]">
      <Notice
        title={m.account_visitor_title()}
        action={<DiscordSignIn className="px-3" />}
        className={classNames(samePlace, status !== 'visitor' && 'invisible')}
      >
        {m.account_visitor_text()}
      </Notice>
      {status === 'unknown' && <Skeleton className={samePlace} />}
      {user && (
        <div
          className={`${samePlace} flex flex-wrap content-center items-center justify-between gap-4 border border-line p-4`}
        >
          <p className="flex min-w-0 items-center gap-3">
            <Avatar user={user} />
            <span className="min-w-0">
              <bdi translate="no" className="block truncate font-display font-semibold">
                {user.name}
              </bdi>
              {user.discordUsername !== null && (
                <span translate="no" className="block truncate text-sm text-muted">
                  {user.discordUsername}
                </span>
              )}
            </span>
          </p>
          <Button
            tone="secondary"
            onClick={() => void handleSignOut()}
            icon={<Icon name="log-out" className="size-5" />}
          >
            {m.nav_sign_out()}
          </Button>
        </div>
      )}
    </div>
  )
}

function SteamAccounts() {
  const claims = useServerData(claimsQuery)
  const { state } = claims
  const linked = state.status === 'answered' ? state.value.claims : []
  return (
    <Panel title={m.account_steam_title()}>
      <div className="grid gap-4">
        {state.status === 'waiting' && <Skeleton className="h-11" />}
        {state.status === 'failed' && <p className="text-muted">{m.steam_claims_failed()}</p>}
        {state.status === 'answered' && linked.length === 0 && (
          <p className="text-muted">
            <KrText>{m.account_steam_none()}</KrText>
          </p>
        )}
        <ClaimList label={m.account_steam_title()} claims={linked} />
        {state.status === 'answered' && (
          <LinkSteam
            claims={claims}
            tone="secondary"
            label={linked.length === 0 ? m.steam_claim_button() : m.steam_claim_another()}
          />
        )}
      </div>
    </Panel>
  )
}
