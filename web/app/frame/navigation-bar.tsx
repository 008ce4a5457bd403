import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { DiscordLink, Link } from '#web/app/links.tsx'
import { useNavigate } from '#web/app/navigation.ts'
import { paths } from '#contract/paths.ts'
import { findRoute, notFoundRoute } from '#web/app/routes.tsx'
import { site } from '#web/app/site.ts'
import { DiscordMark } from '#web/art/discord-mark.tsx'
import { Emblem } from '#web/art/emblem.tsx'
import { Icon } from '#web/art/icon.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { openModal } from '#web/ui/modals.ts'
import {
  AccountControl,
  BalanceBadge,
  CartLink,
  LanguageList,
  LanguagePopover,
} from './navigation-controls.tsx'

/** The bar at the top of every page. On narrow screens most of it moves into a menu. */
export function NavigationBar() {
  const [path] = useLocation()
  const { brand } = site().community
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-ground print:hidden">
      <nav aria-label={m.nav_main()} className="page-width">
        <div className="-mx-2 flex h-16 items-center gap-1 xl:mr-0">
          {path !== paths.home() && <BackButton />}
          <Link
            href={paths.home()}
            aria-label={`${brand} – ${m.nav_home()}`}
            className="mr-1 flex min-h-11 shrink-0 items-center gap-2.5 px-2 font-display text-lg font-extrabold tracking-wide"
          >
            <Emblem />
            <span translate="no" className="max-[23rem]:hidden">
              {brand}
            </span>
          </Link>
          <ul className="hidden shrink-0 items-center xl:flex">
            {navigationItems.slice(1).map(({ href, label }) => (
              <li key={href}>
                <Link href={href} aria-current={currentMark(href, path)} className="nav-link">
                  {label()}
                </Link>
              </li>
            ))}
          </ul>
          <div className="ml-auto flex min-w-0 items-center gap-1 sm:max-xl:gap-2">
            <div className="max-sm:hidden">
              <BalanceBadge />
            </div>
            <div className="contents max-xl:hidden">
              {krItems.map(({ href, label, icon }) => (
                <Link
                  key={href}
                  href={href}
                  aria-label={label()}
                  aria-current={currentMark(href, path)}
                  title={label()}
                  className="nav-icon"
                >
                  <Icon name={icon} />
                </Link>
              ))}
            </div>
            <CartLink />
            <div className="contents max-xl:hidden">
              <LanguagePopover />
              <DiscordLink aria-label={m.nav_discord()} className="nav-icon">
                <DiscordMark />
              </DiscordLink>
              <AccountControl />
            </div>
            <MenuDialog />
          </div>
        </div>
      </nav>
    </header>
  )
}

/** One step back within the site, or to the home page for visitors from elsewhere. */
function BackButton() {
  const navigate = useNavigate()
  const goBack = (): void => {
    if (canGoBack()) history.back()
    else navigate(paths.home())
  }
  return (
    <button type="button" onClick={goBack} aria-label={m.nav_back()} className="nav-icon">
      <Icon name="back" />
    </button>
  )
}

function canGoBack(): boolean {
  // Only the newer interface distinguishes our own pages from the site before.
  return 'navigation' in window ? window.navigation.canGoBack : history.length > 1
}

/** The whole navigation for narrow screens, in a modal dialog: the browser keeps the focus in it. */
function MenuDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [path] = useLocation()
  const close = (): void => dialog.current?.close()

  useEffect(close, [path])

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={m.nav_menu()}
        onClick={() => dialog.current && openModal(dialog.current)}
        className="nav-icon xl:hidden"
      >
        <Icon name="menu" />
      </button>
      {/* Closing by the backdrop is an extra for pointers; the keyboard has Escape. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events */}
      <dialog
        ref={dialog}
        aria-label={m.nav_menu()}
        onClick={(event) => event.target === dialog.current && close()}
        className="nav-menu"
      >
        <div className="flex min-h-full flex-col gap-6 p-4">
          <div className="flex items-center justify-between pl-2.25">
            <BalanceBadge />
            <button
              type="button"
              aria-label={m.nav_close_menu()}
              onClick={close}
              className="nav-icon"
            >
              <Icon name="close" />
            </button>
          </div>
          <ul>
            {[...navigationItems, ...krItems, ...ownItems].map(({ href, label, icon }) => (
              <li key={href}>
                <Link
                  href={href}
                  aria-current={currentMark(href, path)}
                  onClick={close}
                  className="nav-choice text-lg"
                >
                  <Icon name={icon} />
                  <span>{label()}</span>
                </Link>
              </li>
            ))}
            <li>
              <DiscordLink className="nav-choice text-lg">
                <DiscordMark />
                {m.nav_discord()}
              </DiscordLink>
            </li>
          </ul>
          <LanguageList />
          <AccountControl />
        </div>
      </dialog>
    </>
  )
}

/** The pages in the bar and the menu, in order. In the bar the brand already leads to the first. */
const navigationItems = [
  { href: paths.home(), label: m.nav_home, icon: 'home' },
  { href: paths.donation(), label: m.nav_donation, icon: 'donate' },
  { href: paths.servers(), label: m.nav_servers, icon: 'server' },
  { href: paths.guides(), label: m.nav_guides, icon: 'guide' },
  { href: paths.rules(), label: m.nav_rules, icon: 'rules' },
  { href: paths.team(), label: m.nav_team, icon: 'team' },
] as const

/** Where Kr are bought, and what is left of them. */
const krItems = [
  { href: paths.kryptoPoints(), label: m.get_kr, icon: 'crystal-plus' },
  { href: paths.wallet(), label: m.wallet_title, icon: 'wallet' },
] as const

/** What the player has bought. On a wide screen their account leads there. */
const ownItems = [
  { href: paths.orders(), label: m.orders_title, icon: 'tag' },
  { href: paths.perks(), label: m.perks_title, icon: 'bolt' },
] as const

/**
 * The `aria-current` of a link: the page itself, an open part of it, or neither. The 404 page is
 * part of nothing, because it is rendered once for all addresses.
 */
export function currentMark(href: string, path: string): 'page' | 'true' | undefined {
  if (href === path) return 'page'
  if (findRoute(path) === notFoundRoute) return undefined
  return href !== paths.home() && path.startsWith(`${href}/`) ? 'true' : undefined
}
