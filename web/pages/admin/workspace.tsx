import { useSearch } from 'wouter'
import { readSection } from '#web/admin/admin-address.ts'
import { adminApi } from '#web/admin/admin-api.ts'
import { useAdminAccess } from '#web/admin/admin-session.ts'
import { useLiveRefresh } from '#web/admin/use-live-refresh.ts'
import { useLoaded } from '#web/admin/use-loaded.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { subscribeToTeamListings } from '#web/realtime.ts'
import { LogSection } from './audit/log-section.tsx'
import { InboxSection } from './inbox/inbox-section.tsx'
import { KryptoniteSection } from './kryptonite/kryptonite-section.tsx'
import { LockButton } from './lock-button.tsx'
import { OrdersSection } from './orders/orders-section.tsx'
import { OverviewSection } from './overview-section.tsx'
import { SectionNavigation } from './section-navigation.tsx'
import { ShopSection } from './shop/shop-section.tsx'
import { SkinsSection } from './skins/skins-section.tsx'
import { TeamSection } from './team/team-section.tsx'
import { useFocusedHeading } from './use-focused-heading.ts'

/** The admin area once it is open: its sections, of which the address names one. */
export function Workspace() {
  const section = readSection(useSearch())
  const heading = useFocusedHeading(useAdminAccess().status === 'open')
  const sales = useLoaded(adminApi.fetchSales)
  useLiveRefresh(sales.refresh)
  useLiveRefresh(sales.refresh, subscribeToTeamListings)
  return (
    <div className="mx-auto w-full max-w-[88rem] px-4 py-8 sm:px-6 sm:py-12">
      <header className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <h1 ref={heading} tabIndex={-1} className="text-2xl min-[25rem]:text-3xl sm:text-4xl">
          {m.admin_shop_title()}
        </h1>
        <LockButton />
      </header>
      <SectionNavigation current={section} sales={sales.value} />
      {section === 'shop' && <ShopSection />}
      {section === 'overview' && <OverviewSection sales={sales} />}
      {section === 'orders' && (
        <OrdersSection shopMode={sales.value?.providerMode ?? null} onChange={sales.reload} />
      )}
      {section === 'inbox' && <InboxSection onChange={sales.reload} />}
      {section === 'kr' && <KryptoniteSection />}
      {section === 'skins' && <SkinsSection onChange={sales.reload} />}
      {section === 'team' && <TeamSection onChange={sales.reload} />}
      {section === 'log' && <LogSection />}
    </div>
  )
}
