import { useEffect, useRef, useState, type ReactNode } from 'react'
import { raidWindowAt, type RaidWindow } from '#domain/raid-window.ts'
import { DiscordLink, Link } from '#web/app/links.tsx'
import { useLoadedPart } from '#web/app/page-loader.ts'
import { paths } from '#contract/paths.ts'
import { site } from '#web/app/site.ts'
import { useNow } from '#web/app/subscriptions.ts'
import { DeerIsleScene } from '#web/art/deer-isle-scene.tsx'
import { DiscordMark } from '#web/art/discord-mark.tsx'
import { Wordmark } from '#web/art/wordmark.tsx'
import { MonthGoal } from '#web/features/goal/month-goal.tsx'
import { usePaidOrderIds } from '#web/features/orders/paid-orders.ts'
import { withShopTexts } from '#web/features/products/shop-texts.ts'
import { PerkReminders } from '#web/features/perks/perk-reminders.tsx'
import {
  AddressLine,
  StatusMark,
  isKnownOffline,
  isOutdated,
  playersText,
  serverStatusQuery,
  useServerStatus,
  type ServerView,
} from '#web/features/server-status/server-status.tsx'
import { formatDuration } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { formatLocale } from '#web/i18n/runtime.ts'
import { buttonClass } from '#web/ui/button.tsx'
import type { Elements } from '#web/ui/elements.ts'

export const firstView = () => [serverStatusQuery]

export default function HomePage() {
  return (
    <>
      <PaidOrders />
      <Hero />
      <Goal />
      <AtAGlance />
      <LazyWhatsNew />
    </>
  )
}

const loadPaidPanel = withShopTexts(() => import('#web/features/orders/paid-panel.tsx'))

function PaidOrders() {
  const orderIds = usePaidOrderIds()
  return orderIds.length > 0 && <LazyPaidPanel orderIds={orderIds} />
}

/** What the visitor has just paid for; few visitors have something to show. */
function LazyPaidPanel({ orderIds }: { readonly orderIds: readonly string[] }) {
  const part = useLoadedPart(loadPaidPanel)
  return part && <part.PaidPanel orderIds={orderIds} />
}

function Hero() {
  const view = useServerStatus()
  // While nobody can join, the news in Discord come first.
  const isOffline = isKnownOffline(view)
  return (
    <section className="relative overflow-hidden border-b border-line bg-water lg:flex lg:min-h-[max(46rem,calc(100dvh-4rem))] lg:items-end">
      <DeerIsleScene className="absolute inset-x-0 top-0 h-[30rem] max-lg:mask-b-from-85% sm:h-[34rem] lg:h-full" />
      {/* Above the scene, so that nothing moves when it comes. */}
      <PerkReminders most={1} className="page-width absolute inset-x-0 top-4 z-10" />
      <div className="page-width relative pt-[18.25rem] pb-10 sm:pt-80 lg:pb-12">
        <p className="eyebrow mb-3">{m.home_eyebrow(site().community)}</p>
        <h1>
          <Wordmark brand={site().community.brand} />
        </h1>
        <div className="mt-6 grid gap-x-10 gap-y-7 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center">
          <div>
            <p className="max-w-xl text-lg">{m.home_lead()}</p>
            <LiveChip view={view} />
          </div>
          <div className="flex flex-wrap gap-3">
            <Link
              href={paths.join()}
              className={buttonClass({ tone: isOffline ? 'secondary' : 'primary', size: 'large' })}
            >
              {m.section_join()}
            </Link>
            <DiscordLink
              className={buttonClass({ tone: isOffline ? 'primary' : 'secondary', size: 'large' })}
            >
              <DiscordMark className="size-5" />
              {m.home_discord()}
            </DiscordLink>
          </div>
        </div>
      </div>
    </section>
  )
}

function Goal() {
  return (
    <div className="page-width pt-12 empty:hidden">
      <MonthGoal>
        <More href={paths.donation()}>{m.donation_eyebrow()}</More>
      </MonthGoal>
    </div>
  )
}

function LiveChip({ view }: { readonly view: ServerView }) {
  return (
    <Link
      href={paths.servers()}
      className="mt-4 flex min-h-12 w-fit flex-wrap items-center gap-x-6 border border-line bg-ground/80 px-4 py-2 hover:border-crystal"
    >
      <StatusMark view={view} />
      {view.fetchStatus === 'loaded' && !isOutdated(view) && (
        <span className="text-muted">
          {m.servers_players()}{' '}
          <strong className="ml-1 font-display text-ink tabular-nums">{playersText(view)}</strong>
        </span>
      )}
    </Link>
  )
}

/** The first questions of newcomers: how to join, when raids are, what is forbidden. */
export function AtAGlance() {
  const view = useServerStatus()
  const { name, largestGroup, minutesWithoutBuilding } = site().server
  return (
    <div className="page-width grid grid-cols-[minmax(0,1fr)] gap-4 pt-12 lg:grid-cols-3">
      <Glance title={m.home_join_title()}>
        <p className="mb-4 text-muted">{m.home_join_text({ name })}</p>
        <AddressLine view={view} />
        <More href={paths.join()}>{m.home_join_link()}</More>
      </Glance>
      <Glance title={m.home_raid_title()}>
        <RaidClock />
        <More href={paths.rulesRaiding()}>{m.home_raid_link()}</More>
      </Glance>
      <Glance title={m.home_rules_title()}>
        <ul className="list-[square] space-y-2 pl-5 text-muted marker:text-amber">
          <li>{m.home_rules_explosives()}</li>
          <li>{m.home_rules_group({ count: largestGroup })}</li>
          <li>{m.home_rules_building({ count: minutesWithoutBuilding })}</li>
        </ul>
        <More href={paths.rules()}>{m.home_rules_link()}</More>
      </Glance>
    </div>
  )
}

function Glance({ title, children }: { readonly title: string; readonly children: Elements }) {
  return (
    <section className="cut cut-size-20 flex flex-col p-5 sm:p-7">
      <h2 className="mb-5 pr-4 text-xl">{title}</h2>
      {children}
    </section>
  )
}

function More({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <Link
      href={href}
      className="mt-auto inline-flex min-h-11 items-end pt-4 text-crystal underline underline-offset-4"
    >
      {children}
    </Link>
  )
}

/** When bases may be raided: by the rule, in the visitor's own time, and whether it is allowed now. */
function RaidClock() {
  const now = useNow()
  const raid = now === null ? null : raidWindowAt(site().server.raidHours, now)
  return (
    <>
      <p
        className={`mb-3 min-h-[1lh] font-display text-xl font-bold ${raid?.isOpen ? 'text-crystal' : 'text-amber'}`}
      >
        {raid !== null && now !== null && stateText(raid, now)}
      </p>
      <p>{ruleText()}</p>
      <p className="min-h-[2lh] text-muted">
        {raid !== null &&
          m.home_raid_local({
            opens: weekdayClock(raid.opensAt),
            closes: weekdayClock(raid.closesAt),
          })}
      </p>
    </>
  )
}

function stateText(raid: RaidWindow, now: number): string {
  return raid.isOpen
    ? m.home_raid_open({ duration: formatDuration(raid.closesAt.getTime() - now) })
    : m.home_raid_closed({ duration: formatDuration(raid.opensAt.getTime() - now) })
}

function ruleText(): string {
  const { raidHours } = site().server
  const { opens, closes } = raidHours
  // The rule is the same every week.
  const { opensAt, closesAt } = raidWindowAt(raidHours, 0)
  return m.home_raid_window({
    opensDay: weekdayInGmt(opensAt),
    opensTime: opens.time,
    closesDay: weekdayInGmt(closesAt),
    closesTime: closes.time,
  })
}

function weekdayInGmt(time: Date): string {
  return new Intl.DateTimeFormat(formatLocale(), { weekday: 'long', timeZone: 'UTC' }).format(time)
}

/** A time as `vendredi 20:00`, in the visitor's time zone. */
function weekdayClock(time: Date): string {
  const format = { weekday: 'long', hour: 'numeric', minute: '2-digit' } as const
  return new Intl.DateTimeFormat(formatLocale(), format).format(time)
}

// If it fails, the page ends before it.
const loadWhatsNew = withShopTexts(() =>
  import('./whats-new.tsx').catch(() => ({ WhatsNew: () => null })),
)

/** What is new, loaded when it comes near: whoever reads only the first view loads a quarter less. */
function LazyWhatsNew() {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (place.current === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => setIsNear((was) => was || entries.some((entry) => entry.isIntersecting)),
      { rootMargin: '75%' },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  // Until it is there as tall as the viewport, so that the footer does not move where it is seen.
  const space = <div ref={place} className="min-h-svh" />
  return isNear ? <LoadedWhatsNew space={space} /> : space
}

function LoadedWhatsNew({ space }: { readonly space: ReactNode }) {
  const part = useLoadedPart(loadWhatsNew)
  return part === null ? space : <part.WhatsNew />
}
