import { createElement, useEffect, useRef, type ComponentType } from 'react'
import { useSearch } from 'wouter'
import {
  readSection,
  sectionAddress,
  sectionsOf,
  type AdminSection,
} from '#web/admin-kit/address.ts'
import { Mark } from '#web/admin-kit/marks.tsx'
import { lockAdmin, useAdminAccess, useRole } from '#web/admin-kit/session.ts'
import { useAdminAction, useLiveRefresh, useToday } from '#web/admin-kit/use-admin-data.ts'
import { subscribeToTeamListings, subscribeToTodo } from '#web/app/events.ts'
import { ButtonLink } from '#web/app/links.tsx'
import { DiscordMark } from '#web/art/discord-mark.tsx'
import { ConnectionsSection } from '#web/features/connections/admin-connections.tsx'
import { KryptoniteSection } from '#web/features/kryptonite/admin-kryptonite.tsx'
import { OffersSection } from '#web/features/offers/admin-offers.tsx'
import { OrdersSection } from '#web/features/orders/admin-orders.tsx'
import { PerksSection } from '#web/features/perks/admin-perks.tsx'
import { ProductsSection } from '#web/features/products/admin-products.tsx'
import { ShopSection } from '#web/features/skins/admin-shop.tsx'
import { SkinsSection } from '#web/features/skins/admin-skins.tsx'
import { SiteSection } from '#web/features/site/admin-site.tsx'
import { TeamSection } from '#web/features/team/admin-team.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { LogSection } from './audit-log.tsx'
import { useFocusedHeading } from './focused-heading.ts'
import { InboxSection } from './inbox.tsx'
import { MoneySection } from './money.tsx'
import { PeopleSection } from './people.tsx'
import { PlayerSearch, PlayersSection } from './players.tsx'
import { SectionMenu } from './section-menu.tsx'
import { TodaySection, TodayStrip } from './today.tsx'

const sectionParts: Readonly<Record<AdminSection, ComponentType>> = {
  shop: ShopSection,
  products: ProductsSection,
  today: TodaySection,
  players: PlayersSection,
  orders: OrdersSection,
  money: MoneySection,
  inbox: InboxSection,
  perks: PerksSection,
  kr: KryptoniteSection,
  skins: SkinsSection,
  offers: OffersSection,
  team: TeamSection,
  site: SiteSection,
  connections: ConnectionsSection,
  people: PeopleSection,
  log: LogSection,
}

export function Workspace() {
  const role = useRole()
  const sections = role === null ? [] : sectionsOf(role)
  const query = useSearch()
  const section = readSection(query, sections)
  const heading = useFocusedHeading()
  const left = useRef(section)
  useEffect(() => {
    // A link far down in a section leads to the top of the next one, unless it names a part of it.
    const hasPart = new URLSearchParams(query).has('part')
    if (left.current !== section && !hasPart) heading.current?.focus()
    left.current = section
  }, [heading, query, section])
  const today = useToday()
  useSearchKey()
  useLiveRefresh(today.refresh)
  useLiveRefresh(today.refresh, subscribeToTeamListings)
  useLiveRefresh(today.refresh, subscribeToTodo)
  return (
    <div className="page min-h-dvh">
      <header className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <h1 ref={heading} tabIndex={-1} className="text-2xl min-[25rem]:text-3xl sm:text-4xl">
          {m.admin_shop_title()}
        </h1>
        <PlayerSearch />
        <SignedIn />
      </header>
      <SectionMenu sections={sections} current={section} today={today.value} />
      {section === 'shop' && <TodayStrip today={today} />}
      {section ? createElement(sectionParts[section]) : <ForbiddenSection />}
    </div>
  )
}

function ForbiddenSection() {
  const role = useRole()
  return (
    <Notice
      tone="warning"
      title={m.admin_section_forbidden()}
      action={
        <ButtonLink href={sectionAddress('today')} tone="secondary">
          {m.admin_today()}
        </ButtonLink>
      }
    >
      {role && m.admin_section_forbidden_text({ role: m.admin_role({ role }) })}
    </Notice>
  )
}

/** `/` goes to the first search: for players, or of the section. Not where somebody types. */
function useSearchKey(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const isTyping =
        event.target instanceof Element &&
        event.target.closest('input, textarea, select, dialog, [contenteditable]')
      const isShortcut = event.ctrlKey || event.altKey || event.metaKey
      const search = document.querySelector<HTMLInputElement>('search input[type=search]')
      if (event.key !== '/' || isShortcut || isTyping || !search) return
      event.preventDefault()
      search.focus()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** The name and role of the reader. A session by the code ends here, that of a Discord account in the bar above. */
function SignedIn() {
  const access = useAdminAccess()
  const role = useRole()
  const { isPending, run } = useAdminAction(m.admin_lock_failed)
  if (access.status !== 'open') return null
  const { by, name } = access
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <p className="flex items-center gap-2 text-sm text-muted">
        {by === 'discord' && <DiscordMark />}
        {name !== null && (
          <span translate="no" className="text-ink wrap-anywhere">
            {name}
          </span>
        )}
        {role !== null && <span>{m.admin_role({ role })}</span>}
      </p>
      {by === 'code' && (
        <Button
          tone="secondary"
          icon={<Mark name="lock" />}
          pending={isPending}
          onClick={() => run(lockAdmin)}
        >
          {m.admin_lock()}
        </Button>
      )}
    </div>
  )
}
