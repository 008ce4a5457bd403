import { useRef } from 'react'
import type { TodayView } from '#contract/staff.ts'
import { sectionAddress, sectionOf, type AdminSection } from '#web/admin-kit/address.ts'
import { Icon } from '#web/art/icon.tsx'
import { Link } from '#web/app/links.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { classNames } from '#web/ui/class-names.ts'
import { Badge, KrText } from '#web/ui/labels.tsx'

const groups = {
  today: ['today'],
  players: ['players'],
  sell: ['shop', 'products', 'offers'],
  deliver: ['orders', 'perks', 'skins'],
  site: ['site', 'team'],
  money: ['money', 'inbox', 'kr'],
  setup: ['connections', 'people', 'log'],
} as const satisfies Readonly<Record<string, readonly AdminSection[]>>

type Group = keyof typeof groups
const groupNames = Object.keys(groups).filter((name): name is Group => name in groups)

export const sectionLabels: Readonly<Record<AdminSection, () => string>> = {
  shop: m.admin_shop,
  products: m.admin_products,
  today: m.admin_today,
  players: m.admin_players,
  orders: m.admin_orders,
  money: m.admin_books,
  inbox: m.admin_inbox,
  perks: m.admin_perks,
  kr: m.admin_kr,
  skins: m.admin_kr_skins,
  offers: m.admin_offers,
  team: m.admin_team,
  site: m.admin_site,
  connections: m.admin_connections,
  people: m.admin_people,
  log: m.admin_kr_log,
}

function countWaiting(today: TodayView | null): Partial<Record<AdminSection, number>> {
  const waiting: Partial<Record<AdminSection, number>> = {}
  for (const { address, count } of today?.todo ?? []) {
    const section = sectionOf(address)
    if (section) waiting[section] = (waiting[section] ?? 0) + count
  }
  return waiting
}

interface SectionMenuProps {
  /** Those that this member of the staff may see. */
  readonly sections: readonly AdminSection[]
  /** Null where they may not see the one that they asked for. */
  readonly current: AdminSection | null
  readonly today: TodayView | null
}

/** The sections of the admin area in groups, with what waits in each: rows, or one menu on a phone. */
export function SectionMenu({ sections, current, today }: SectionMenuProps) {
  const waiting = countWaiting(today)
  const menu = useRef<HTMLDetailsElement>(null)
  const close = (): void => {
    if (!menu.current?.open) return
    menu.current.open = false
    menu.current.querySelector('summary')?.focus()
  }
  const shown = groupNames.flatMap((name) => {
    const inside = groups[name].filter((section) => sections.includes(section))
    const [first] = inside
    return first === undefined ? [] : [{ name, first, inside }]
  })
  const open = shown.find(({ inside }) => inside.some((section) => section === current))
  const sum = (inside: readonly AdminSection[]) =>
    inside.reduce((total, section) => total + (waiting[section] ?? 0), 0)
  return (
    <nav aria-label={m.admin_sections()} className="mb-8">
      <ul className="flex border-b border-line max-lg:hidden">
        {shown.map(({ name, first, inside }) => (
          <li key={name}>
            <Link
              href={sectionAddress(first)}
              aria-current={name === open?.name ? 'true' : undefined}
              className={classNames(
                'relative -mb-px flex min-h-12 items-center gap-2 border-b-3 px-5 font-display font-semibold transition-colors duration-150 -outline-offset-2',
                name === open?.name
                  ? 'border-crystal text-crystal'
                  : 'border-transparent text-muted hover:border-line-strong hover:text-ink',
              )}
            >
              <span>{m.admin_group({ group: name })}</span>
              <Waiting count={sum(inside)} />
            </Link>
          </li>
        ))}
      </ul>
      {open && open.inside.length > 1 && (
        <ul
          aria-label={m.admin_group({ group: open.name })}
          className="mt-4 flex flex-wrap gap-2 max-lg:hidden"
        >
          {open.inside.map((section) => (
            <li key={section}>
              <SectionLink section={section} current={current} count={waiting[section] ?? 0} />
            </li>
          ))}
        </ul>
      )}
      {/* The keys of its links bubble to it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <details
        ref={menu}
        onKeyDown={({ key }) => key === 'Escape' && close()}
        className="group border border-line-strong lg:hidden"
      >
        <summary className="relative flex min-h-12 list-none items-center gap-2 px-4 font-display font-semibold [&::-webkit-details-marker]:hidden">
          <Icon
            name="chevron-down"
            className="size-5 text-crystal transition-transform duration-150 group-open:rotate-180"
          />
          <span>{m.admin_menu()}</span>
          <span className="text-crystal">
            <KrText>{current ? sectionLabels[current]() : ''}</KrText>
          </span>
          <Waiting count={sum(sections)} />
        </summary>
        <div className="grid gap-4 border-t border-line p-4">
          {shown.map(({ name, inside }) => (
            <div key={name}>
              <p className="mb-2 text-sm text-muted">{m.admin_group({ group: name })}</p>
              <ul aria-label={m.admin_group({ group: name })} className="flex flex-wrap gap-2">
                {inside.map((section) => (
                  <li key={section}>
                    <SectionLink
                      section={section}
                      current={current}
                      count={waiting[section] ?? 0}
                      onClick={close}
                    />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </details>
    </nav>
  )
}

interface SectionLinkProps {
  readonly section: AdminSection
  readonly current: AdminSection | null
  readonly count: number
  readonly onClick?: () => void
}

function SectionLink({ section, current, count, onClick }: SectionLinkProps) {
  const isCurrent = section === current
  return (
    <Link
      href={sectionAddress(section)}
      onClick={onClick}
      aria-current={isCurrent ? 'page' : undefined}
      className={classNames(
        'relative inline-flex min-h-11 items-center gap-2 border px-4 font-display font-semibold transition-colors duration-150',
        isCurrent
          ? 'border-crystal bg-crystal-deep text-crystal'
          : 'border-line-strong text-muted hover:border-crystal hover:text-ink',
      )}
    >
      <KrText>{sectionLabels[section]()}</KrText>
      <Waiting count={count} />
    </Link>
  )
}

function Waiting({ count }: { readonly count: number }) {
  if (count === 0) return null
  return (
    // In the corner, without room of its own: nothing may move when it comes.
    <Badge
      tone="amber"
      className="absolute -top-1 right-0 px-1.5 py-0.5 text-[0.6875rem] leading-none"
    >
      <span aria-hidden="true">{formatNumber(count)}</span>
      <span className="sr-only">{m.admin_waiting({ count })}</span>
    </Badge>
  )
}
