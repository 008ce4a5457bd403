import { createElement, type ComponentType } from 'react'
import { useSearch } from 'wouter'
import type { SalesView } from '#contract/staff.ts'
import { readSection, sectionAddress, type AdminSection } from '#web/admin-kit/address.ts'
import { Mark } from '#web/admin-kit/marks.tsx'
import { lockAdmin, useAdminAccess, useMayDo } from '#web/admin-kit/session.ts'
import { useAdminAction, useLiveRefresh, useSales } from '#web/admin-kit/use-admin-data.ts'
import { subscribeToTeamListings } from '#web/app/events.ts'
import { Link } from '#web/app/links.tsx'
import { DiscordMark } from '#web/art/discord-mark.tsx'
import { KryptoniteSection } from '#web/features/kryptonite/admin-kryptonite.tsx'
import { OrdersSection } from '#web/features/orders/admin-orders.tsx'
import { PerksSection } from '#web/features/perks/admin-perks.tsx'
import { ShopSection } from '#web/features/skins/admin-shop.tsx'
import { SkinsSection } from '#web/features/skins/admin-skins.tsx'
import { SiteSection } from '#web/features/site/admin-site.tsx'
import { TeamSection } from '#web/features/team/admin-team.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Badge } from '#web/ui/labels.tsx'
import { LogSection } from './audit-log.tsx'
import { useFocusedHeading } from './focused-heading.ts'
import { InboxSection } from './inbox.tsx'
import { OverviewSection } from './overview.tsx'

const sectionParts: Readonly<Record<AdminSection, ComponentType>> = {
  shop: ShopSection,
  overview: OverviewSection,
  orders: OrdersSection,
  inbox: InboxSection,
  perks: PerksSection,
  kr: KryptoniteSection,
  skins: SkinsSection,
  team: TeamSection,
  site: SiteSection,
  log: LogSection,
}

/** The unlocked admin area, with the section in the address. */
export function Workspace() {
  const asked = readSection(useSearch())
  const maySeeSite = useMayDo('notices')
  const section = asked === 'site' && !maySeeSite ? 'shop' : asked
  const heading = useFocusedHeading(useAdminAccess().status === 'open')
  const sales = useSales()
  useLiveRefresh(sales.refresh)
  useLiveRefresh(sales.refresh, subscribeToTeamListings)
  return (
    <div className="page min-h-dvh">
      <header className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <h1 ref={heading} tabIndex={-1} className="text-2xl min-[25rem]:text-3xl sm:text-4xl">
          {m.admin_shop_title()}
        </h1>
        <LockButton />
      </header>
      <SectionNavigation current={section} sales={sales.value} />
      {createElement(sectionParts[section])}
    </div>
  )
}

/** Ends the admin session. That of a Discord account ends when the account signs out in the bar above. */
function LockButton() {
  const access = useAdminAccess()
  const { isPending, run } = useAdminAction(m.admin_lock_failed)

  if (access.status === 'open' && access.by === 'discord') {
    return (
      <p className="flex items-center gap-2 text-sm text-muted">
        <DiscordMark />
        {m.admin_by_discord()}
      </p>
    )
  }
  return (
    <Button
      tone="secondary"
      icon={<Mark name="lock" />}
      pending={isPending}
      onClick={() => run(lockAdmin)}
    >
      {m.admin_lock()}
    </Button>
  )
}

/** Scrolls the row of tabs alone: `scrollIntoView` would also take the page back up to it. */
function scrollRowTo(tab: HTMLAnchorElement | null): void {
  const row = tab?.closest('ul')
  if (tab && row) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
}

interface SectionNavigationProps {
  readonly current: AdminSection
  readonly sales: SalesView | null
}

/** The sections of the admin area, with the number of open tasks in each. */
function SectionNavigation({ current, sales }: SectionNavigationProps) {
  const maySeeSite = useMayDo('notices')
  const refused = sales ? sales.connectionFaults.length + sales.paymentsToAccept : 0
  const perksWaiting = sales ? sales.perksToHandle + sales.adaptersToEnable : 0
  const sections = [
    { id: 'shop', label: m.admin_shop(), mark: 'shirt', waiting: 0 },
    { id: 'overview', label: m.admin_overview(), mark: 'gauge', waiting: refused },
    { id: 'orders', label: m.admin_orders(), mark: 'list', waiting: sales?.toDeliverOrders ?? 0 },
    { id: 'inbox', label: m.admin_inbox(), mark: 'inbox', waiting: sales?.inboxPayments ?? 0 },
    { id: 'perks', label: m.admin_perks(), mark: 'clock', waiting: perksWaiting },
    { id: 'kr', label: m.admin_kr(), mark: 'crystal', waiting: 0 },
    { id: 'skins', label: m.admin_kr_skins(), mark: 'bag', waiting: sales?.toHandOverSkins ?? 0 },
    { id: 'team', label: m.admin_team(), mark: 'people', waiting: sales?.reportedListings ?? 0 },
    ...(maySeeSite
      ? [{ id: 'site', label: m.admin_site(), mark: 'horn', waiting: 0 } as const]
      : []),
    { id: 'log', label: m.admin_kr_log(), mark: 'log', waiting: 0 },
  ] as const
  return (
    <nav aria-label={m.admin_sections()} className="mb-8 border-b border-line">
      <ul className="relative -mb-px flex overflow-x-auto max-sm:-mx-4 max-sm:px-4 lg:flex-wrap">
        {sections.map(({ id, label, mark, waiting }) => (
          <li key={id} className="shrink-0">
            <Link
              ref={id === current ? scrollRowTo : null}
              href={sectionAddress(id)}
              aria-current={id === current ? 'page' : undefined}
              className={classNames(
                'relative flex h-full min-h-12 items-center gap-2 border-b-3 px-3 py-1 font-display leading-tight font-semibold whitespace-nowrap transition-colors duration-150 -outline-offset-2 lg:max-2xl:px-2',
                id === current
                  ? 'border-crystal text-crystal'
                  : 'border-transparent text-muted hover:border-line-strong hover:text-ink',
              )}
            >
              <Mark name={mark} className="hidden size-5 2xl:block" />
              <span>{label}</span>
              {waiting > 0 && (
                // Above the label, without room of its own: the row must not break when it comes.
                <Badge
                  tone="amber"
                  className="absolute top-0 right-0 px-1.5 py-0.5 text-[0.6875rem] leading-none"
                >
                  <span aria-hidden="true">{formatNumber(waiting)}</span>
                  <span className="sr-only">{m.admin_waiting({ count: waiting })}</span>
                </Badge>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
