import { sectionAddress, type AdminSection } from '#web/admin/admin-address.ts'
import type { SalesView } from '#contract/admin.ts'
import { Link } from '#web/components/link.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Badge } from '#web/ui/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Mark } from './marks.tsx'

interface SectionNavigationProps {
  readonly current: AdminSection
  readonly sales: SalesView | null
}

/** The sections of the admin area, with what waits in each. */
export function SectionNavigation({ current, sales }: SectionNavigationProps) {
  const sections = [
    { id: 'shop', label: m.admin_shop(), mark: 'shirt', waiting: 0 },
    { id: 'overview', label: m.admin_overview(), mark: 'gauge', waiting: 0 },
    { id: 'orders', label: m.admin_orders(), mark: 'list', waiting: sales?.toDeliverOrders ?? 0 },
    { id: 'inbox', label: m.admin_inbox(), mark: 'inbox', waiting: sales?.inboxPayments ?? 0 },
    { id: 'kr', label: m.admin_kr(), mark: 'crystal', waiting: 0 },
    { id: 'skins', label: m.admin_kr_skins(), mark: 'bag', waiting: sales?.toHandOverSkins ?? 0 },
    { id: 'team', label: m.admin_team(), mark: 'people', waiting: sales?.reportedListings ?? 0 },
    { id: 'log', label: m.admin_kr_log(), mark: 'log', waiting: 0 },
  ] as const
  return (
    <nav aria-label={m.admin_sections()} className="mb-8 border-b border-line">
      <ul className="-mb-px grid grid-cols-2 gap-x-1 sm:flex sm:flex-wrap">
        {sections.map(({ id, label, mark, waiting }) => (
          <li key={id}>
            <Link
              href={sectionAddress(id)}
              aria-current={id === current ? 'page' : undefined}
              className={classNames(
                'flex h-full min-h-12 items-center gap-2 border-b-3 px-2 py-1 font-display leading-tight font-semibold transition-colors duration-150 sm:px-3.5',
                id === current
                  ? 'border-crystal text-crystal'
                  : 'border-transparent text-muted hover:border-line-strong hover:text-ink',
              )}
            >
              <Mark name={mark} className="hidden size-5 sm:block" />
              {label}
              {waiting > 0 && (
                <Badge tone="amber">
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
