import { useEffect, type ReactNode } from 'react'
import type { EventPayloads } from '#contract/events.ts'
import { listenToEvents } from '#web/app/events.ts'
import { DiscordLink, Link } from '#web/app/links.tsx'
import { paths } from '#contract/paths.ts'
import { site } from '#web/app/site.ts'
import { useOnline } from '#web/app/subscriptions.ts'
import { toast } from '#web/app/toasts.ts'
import { Emblem } from '#web/art/emblem.tsx'
import { Icon } from '#web/art/icon.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { NavigationBar } from './navigation-bar.tsx'
import { BalanceAnnouncement } from './navigation-controls.tsx'
import { SiteNotices } from './site-notices.tsx'
import { Toaster } from './toaster.tsx'

/** The frame around every page. It stays mounted while pages change. */
export function Frame({ children }: { readonly children: ReactNode }) {
  useEffect(() => listenToEvents(announcePurchase), [])

  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only z-50 bg-crystal font-display font-semibold text-crystal-ink focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:px-4 focus:py-3"
      >
        {m.nav_skip()}
      </a>
      <SiteNotices />
      <NavigationBar />
      <BalanceAnnouncement />
      <OfflineBanner />
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col">
        {children}
      </main>
      <Footer />
      <Toaster />
    </div>
  )
}

/** Announces what others bought. The page of a buyer's own purchase shows it itself. */
function announcePurchase({ type, own }: EventPayloads['purchase']): void {
  if (own) return
  const title = m.toast_purchase_title()
  const description = (purchaseTexts[type] ?? m.toast_purchase_donation)()
  toast({ title, description, tone: 'success' })
}

const purchaseTexts: Readonly<Record<string, () => string>> = {
  Skin: m.toast_purchase_skin,
  'Krypto Pack': m.toast_purchase_pack,
}

function OfflineBanner() {
  const online = useOnline()
  return (
    <output className="block">
      {!online && (
        <span className="flex items-start justify-center gap-3 bg-amber-deep px-4 py-3 text-amber">
          <Icon name="warning" className="mt-0.5 size-5" />
          {m.offline_text()}
        </span>
      )}
    </output>
  )
}

const linkClass = 'inline-flex min-h-11 items-center text-muted hover:text-crystal'

/** For newcomers first, then shopping, then the people. */
const links = [
  [paths.join, m.section_join],
  [paths.servers, m.nav_servers],
  [paths.guides, m.nav_guides],
  [paths.rules, m.nav_rules],
  [paths.donation, m.nav_donation],
  [paths.shop, m.section_skin_shop],
  [paths.reskin, m.section_reskins],
  [paths.kryptoPoints, m.get_kr],
  [paths.orders, m.orders_title],
  [paths.perks, m.perks_title],
  [paths.wallet, m.wallet_title],
  [paths.redeem, m.redeem_title],
  [paths.account, m.account_title],
  [paths.team, m.section_team_finder],
  [paths.meetTheTeam, m.footer_staff],
] as const

const legalLinks = [
  [paths.news, m.news_title],
  [paths.legalNotice, m.footer_legal_notice],
  [paths.legalTerms, m.footer_legal_terms],
  [paths.legalPrivacy, m.footer_legal_privacy],
  [paths.monetisation, m.monetisation_title],
] as const

function Footer() {
  return (
    <footer className="mt-16 border-t border-line bg-surface print:hidden">
      <div className="page-width grid gap-x-10 gap-y-6 py-8 xl:grid-cols-[minmax(0,1fr)_auto]">
        <div className="flex max-w-sm items-start gap-3">
          <Emblem />
          <div>
            <p translate="no" className="font-display font-bold">
              {site().community.brand}
            </p>
            <p className="mt-1 text-sm text-muted">{m.footer_about(site().community)}</p>
          </div>
        </div>
        <nav aria-label={m.footer_navigation()} className="xl:-mt-2.5">
          <ul className="grid grid-cols-2 gap-x-6 sm:grid-cols-4 sm:gap-x-8">
            {links.map(([address, label]) => (
              <li key={address()}>
                <Link href={address()} className={linkClass}>
                  {label()}
                </Link>
              </li>
            ))}
            <li>
              <DiscordLink className={linkClass}>Discord</DiscordLink>
            </li>
          </ul>
        </nav>
        <nav
          aria-label={m.footer_legal()}
          className="border-t border-line pt-2 text-sm xl:col-span-2"
        >
          <ul className="flex flex-wrap gap-x-6">
            {legalLinks.map(([address, label]) => (
              <li key={address()}>
                <Link href={address()} className={linkClass}>
                  {label()}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  )
}
