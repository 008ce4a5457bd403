import { siteConfig } from '#site/community.ts'
import { Emblem } from '#web/art/emblem.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { DiscordLink } from '#web/components/discord-link.tsx'
import { Link } from '#web/components/link.tsx'

const linkClass = 'inline-flex min-h-11 items-center text-muted hover:text-crystal'

/** For newcomers first, then what is for sale and what one has bought, then the people. */
const links = [
  [paths.join, m.section_join],
  [paths.servers, m.nav_servers],
  [paths.guides, m.nav_guides],
  [paths.rules, m.nav_rules],
  [paths.donation, m.nav_donation],
  [paths.shop, m.section_skin_shop],
  [paths.orders, m.orders_title],
  [paths.wallet, m.wallet_title],
  [paths.team, m.section_team_finder],
  [paths.meetTheTeam, m.footer_staff],
] as const

/** The end of every page. */
export function Footer() {
  return (
    <footer className="mt-16 border-t border-line bg-surface print:hidden">
      <div className="mx-auto grid max-w-6xl gap-x-10 gap-y-6 px-4 py-8 sm:px-6 xl:grid-cols-[minmax(0,1fr)_auto]">
        <div className="flex max-w-sm items-start gap-3">
          <Emblem />
          <div>
            <p className="font-display font-bold">{siteConfig.brand}</p>
            <p className="mt-1 text-sm text-muted">{m.footer_about({ map: siteConfig.map })}</p>
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
      </div>
    </footer>
  )
}
