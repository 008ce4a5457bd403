import { siteConfig } from '../../../site.config.ts'
import { Emblem } from '../../art/emblem.tsx'
import { m } from '../../i18n/paraglide/messages.js'
import { paths } from '../../paths.ts'
import { DiscordLink } from '../discord-link.tsx'
import { Link } from '../link.tsx'

const linkClass = 'inline-flex min-h-11 items-center text-muted hover:text-crystal'

/** The end of every page. */
export function Footer() {
  return (
    <footer className="mt-16 border-t border-line bg-surface print:hidden">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-10 gap-y-4 px-4 py-8 sm:px-6">
        <div className="flex max-w-xl items-start gap-3">
          <Emblem />
          <div>
            <p className="font-display font-bold">{siteConfig.brand}</p>
            <p className="mt-1 text-sm text-muted">{m.footer_about({ map: siteConfig.map })}</p>
          </div>
        </div>
        <nav aria-label={m.footer_navigation()}>
          <ul className="flex flex-wrap gap-x-6">
            <li>
              <Link href={paths.rules()} className={linkClass}>
                {m.nav_rules()}
              </Link>
            </li>
            <li>
              <Link href={paths.guides()} className={linkClass}>
                {m.nav_guides()}
              </Link>
            </li>
            <li>
              <Link href={paths.orders()} className={linkClass}>
                {m.orders_title()}
              </Link>
            </li>
            <li>
              <Link href={paths.meetTheTeam()} className={linkClass}>
                {m.footer_staff()}
              </Link>
            </li>
            <li>
              <DiscordLink className={linkClass}>Discord</DiscordLink>
            </li>
          </ul>
        </nav>
      </div>
    </footer>
  )
}
