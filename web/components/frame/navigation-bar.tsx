import { useLocation } from 'wouter'
import { siteConfig } from '#site/community.ts'
import { DiscordMark } from '#web/art/discord-mark.tsx'
import { Emblem } from '#web/art/emblem.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { DiscordLink } from '#web/components/discord-link.tsx'
import { Link } from '#web/components/link.tsx'
import { AccountControl } from './account-control.tsx'
import { BackButton } from './back-button.tsx'
import { BalanceBadge } from './balance-badge.tsx'
import { CartLink } from './cart-link.tsx'
import { LanguagePopover } from './language-picker.tsx'
import { MenuDialog } from './menu-dialog.tsx'
import { currentMark, navigationItems } from './navigation-items.ts'

/** The bar at the top of every page. Where it does not fit, most of it moves into a menu. */
export function NavigationBar() {
  const [path] = useLocation()
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-ground print:hidden">
      <nav
        aria-label={m.nav_main()}
        className="mx-auto flex h-16 max-w-[96rem] items-center gap-1 px-2 sm:px-5"
      >
        {path !== paths.home() && <BackButton />}
        <Link
          href={paths.home()}
          aria-label={`${siteConfig.brand} – ${m.nav_home()}`}
          className="mr-2 flex min-h-11 shrink-0 items-center gap-2.5 px-2 font-display text-lg font-extrabold tracking-wide"
        >
          <Emblem />
          <span className="max-[23rem]:hidden">{siteConfig.brand}</span>
        </Link>
        <ul className="hidden shrink-0 items-center xl:flex">
          {navigationItems.map(({ href, label }) => (
            <li key={href}>
              <Link href={href} aria-current={currentMark(href, path)} className="nav-link">
                {label()}
              </Link>
            </li>
          ))}
        </ul>
        <div className="ml-auto flex min-w-0 items-center gap-1 sm:gap-2">
          <div className="max-sm:hidden">
            <BalanceBadge />
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
      </nav>
    </header>
  )
}
