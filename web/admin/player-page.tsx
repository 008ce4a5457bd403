import type { ReactNode } from 'react'
import type { PerkView } from '#contract/perks.ts'
import { mostListed, readPlayer, type Player } from '#contract/players.ts'
import { noFilters, krAddress, ordersAddress, skinsAddress } from '#web/admin-kit/address.ts'
import { LoadedSection, useFirst } from '#web/admin-kit/section-parts.tsx'
import { useMayDo } from '#web/admin-kit/session.ts'
import {
  refreshFigures,
  useAdminQuery,
  useLiveRefresh,
  useToday,
} from '#web/admin-kit/use-admin-data.ts'
import { CopyButton, formatMoment, Moment } from '#web/admin-kit/values.tsx'
import { TextLink } from '#web/app/links.tsx'
import { useNow } from '#web/app/subscriptions.ts'
import { DiscordMark } from '#web/art/discord-mark.tsx'
import { Icon } from '#web/art/icon.tsx'
import { SteamProfileText } from '#web/features/accounts/steam-fill-in.tsx'
import { BanPanel } from '#web/features/bans/ban-panel.tsx'
import { PackOrderRow, TransactionRow } from '#web/features/kryptonite/admin-kryptonite.tsx'
import { OrderRow } from '#web/features/orders/admin-orders.tsx'
import { GrantPerkPanel, TransferForm } from '#web/features/perks/admin-grant-perk.tsx'
import { Grant, usePollDeliveries } from '#web/features/perks/admin-grants.tsx'
import { deliveryTexts } from '#web/features/perks/admin-perk-texts.ts'
import { perkName } from '#web/features/perks/perk-products.ts'
import { SoldSkin } from '#web/features/skins/admin-skins.tsx'
import { ModeratedListing } from '#web/features/team/admin-team.tsx'
import { formatKr, formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { classNames } from '#web/ui/class-names.ts'
import { Badge, KrText } from '#web/ui/labels.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { CorrectKrForm } from './player-kr.tsx'
import { PlayerNotes } from './player-notes.tsx'

export function PlayerPage({ steamId }: { readonly steamId: string }) {
  const loaded = useAdminQuery(readPlayer, { params: { steamId } })
  useLiveRefresh(loaded.refresh)
  usePollDeliveries(loaded.value?.grants ?? null, loaded.refresh)
  const mayBan = useMayDo('bans.team')
  const [name, ...others] = loaded.value?.names ?? []
  return (
    <LoadedSection
      title={name ?? steamId}
      lead={others.length > 0 ? m.admin_player_also({ names: others.join(', ') }) : ''}
      loaded={loaded}
      skeletons={<Skeleton className="h-96" />}
    >
      {(player) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
          <Facts player={player} />
          {mayBan && <BanPanel steamId={steamId} />}
          <Orders player={player} />
          <Perks player={player} />
          <Kr player={player} />
          <Skins player={player} />
          <PlayerNotes player={player} />
        </div>
      )}
    </LoadedSection>
  )
}

export interface PlayerProps {
  readonly player: Player
}

function Facts({ player: { steamId, isKnown, account } }: PlayerProps) {
  return (
    <div>
      {!isKnown && (
        <Notice tone="warning" title={m.admin_player_unknown()} className="mb-4">
          {m.admin_player_unknown_text()}
        </Notice>
      )}
      <p className="flex flex-wrap items-center gap-x-4">
        <a
          href={`https://steamcommunity.com/profiles/${steamId}`}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 min-w-0 items-center gap-2 underline underline-offset-4 hover:text-crystal"
        >
          <SteamProfileText steamId64={steamId} />
          <Icon name="external" className="size-4" />
        </a>
        <span className="inline-flex items-center text-muted tabular-nums">
          <span translate="no">{steamId}</span>
          <CopyButton text={steamId} label={m.admin_copy_steam_id({ steamId })} />
        </span>
      </p>
      {account === null ? (
        <p className="text-sm text-muted">{m.admin_player_no_account()}</p>
      ) : (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <DiscordMark />
          <span translate="no" className="font-semibold text-ink wrap-anywhere">
            {account.name}
          </span>
          <span translate="no">{account.id}</span>
          {account.lastSeenAt !== null && (
            <span>
              {m.admin_people_last_seen()} <Moment iso={account.lastSeenAt} />
            </span>
          )}
        </p>
      )}
    </div>
  )
}

const besideForms =
  'grid grid-cols-[minmax(0,1fr)] items-start gap-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]'

function Perks({ player: { steamId, perks, grants } }: PlayerProps) {
  const mayGive = useMayDo('perks.give')
  const mayMove = useMayDo('perks.batch')
  return (
    <section className={besideForms}>
      <div>
        <h3 className="mb-3 text-xl">{m.admin_perks()}</h3>
        {perks.length === 0 && <p className="text-muted">{m.admin_player_perks_none()}</p>}
        <ul aria-label={m.admin_perks()} className="mb-6 border-line not-empty:border-t">
          {perks.map((perk) => (
            <PerkLine key={perk.perk} perk={perk} />
          ))}
        </ul>
        <Rows level={4} title={m.admin_player_grants()} items={grants}>
          {(grant) => <Grant grant={grant} onChange={refreshed} />}
        </Rows>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        {mayGive && <GrantPerkPanel steamId={steamId} />}
        {mayMove && perks.length > 0 && <TransferForm steamId={steamId} />}
      </div>
    </section>
  )
}

function PerkLine({ perk: { perk, endsAt, delivery } }: { readonly perk: PerkView }) {
  const nowMs = useNow() ?? 0
  const isOver = endsAt !== null && Date.parse(endsAt) <= nowMs
  const ended = { label: m.admin_perks_grant_ended, tone: 'neutral' } as const
  const state = delivery.state === 'moved' ? 'queued' : delivery.state
  const banned = { label: m.admin_perks_stopped, tone: 'loss' } as const
  const shown = delivery.reason === 'banned' ? banned : deliveryTexts[state]
  const { label, tone } = isOver ? ended : shown
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-3">
      <span className="font-display font-semibold">{perkName(perk)}</span>
      <span className="flex flex-wrap items-center gap-3">
        <span className="text-sm text-muted">
          {endsAt === null
            ? m.admin_perks_term_permanent()
            : m.perks_until({ date: formatMoment(endsAt) })}
        </span>
        <Badge tone={tone}>{label()}</Badge>
      </span>
    </li>
  )
}

function Kr({ player }: PlayerProps) {
  const { steamId, balance, transactions } = player
  const mayChange = useMayDo('kr.change')
  return (
    <section className={besideForms}>
      <div>
        <h3 className="mb-1 text-xl">
          <KrText>{m.admin_kr()}</KrText>
        </h3>
        <p className={classNames('kr mb-4 text-3xl', balance < 0 && 'text-loss')}>
          {formatKr(balance)}
        </p>
        <Rows
          level={4}
          title={m.admin_kr_transactions()}
          items={transactions}
          address={krAddress({ list: 'transactions', search: steamId })}
        >
          {(transaction) => <TransactionRow transaction={transaction} />}
        </Rows>
      </div>
      {mayChange && <CorrectKrForm player={player} />}
    </section>
  )
}

function Orders({ player: { steamId, orders, packs } }: PlayerProps) {
  const shopMode = useToday().value?.modes.paypal ?? null
  const search = steamId
  return (
    <>
      <Rows
        title={m.admin_orders()}
        items={orders}
        address={ordersAddress({ ...noFilters, search })}
      >
        {(order) => <OrderRow order={order} shopMode={shopMode} onChange={refreshed} />}
      </Rows>
      <Rows title={m.admin_kr_packs()} items={packs} address={krAddress({ list: 'packs', search })}>
        {(order) => <PackOrderRow order={order} />}
      </Rows>
    </>
  )
}

function Skins({ player: { steamId, skins, listings } }: PlayerProps) {
  return (
    <>
      <Rows title={m.admin_kr_skins()} items={skins} address={skinsAddress({ search: steamId })}>
        {(purchase) => <SoldSkin purchase={purchase} onChange={refreshed} />}
      </Rows>
      <Rows title={m.admin_team()} items={listings}>
        {(listing) => <ModeratedListing listing={listing} onChange={refreshed} />}
      </Rows>
    </>
  )
}

// What an action has changed is in several lists of the page.
const refreshed = async () => refreshFigures()

const shownAtOnce = 3

interface RowsProps<Item> {
  readonly title: string
  /** The level of the heading; 4 within a group. */
  readonly level?: 3 | 4
  readonly items: readonly Item[]
  /** Of the section's list, which has all of them. */
  readonly address?: string
  readonly children: (item: Item) => ReactNode
}

/** The newest of a list, and the others on demand. Without any, only that. */
function Rows<Item extends { readonly id: string | number }>(props: RowsProps<Item>) {
  const { title, level = 3, items, address, children } = props
  const Heading = `h${level}` as const
  const { shown, more } = useFirst(items, shownAtOnce)
  const isCut = items.length === mostListed
  const count = isCut ? `${formatNumber(mostListed)}+` : formatNumber(items.length)
  return (
    <section>
      <Heading className="flex items-center gap-3 text-xl">
        <KrText>{title}</KrText>
        <span className="text-base text-muted tabular-nums">{count}</span>
      </Heading>
      <ul aria-label={title} className="mt-2 border-line not-empty:border-t">
        {shown.map((item) => (
          <li key={item.id} className="border-b border-line py-4">
            {children(item)}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-6">
        {more}
        {isCut &&
          (address === undefined ? (
            <p className="text-sm text-muted">
              {m.admin_player_newest({ most: formatNumber(mostListed) })}
            </p>
          ) : (
            <TextLink href={address}>{m.admin_player_all()}</TextLink>
          ))}
      </div>
    </section>
  )
}
