import { useLocation } from 'wouter'
import comingSoon from '#web/art/coming-soon.svg?raw'
import { DiscordMark } from '#web/art/discord-mark.tsx'
import { Picture } from '#web/art/drawing.tsx'
import { DiscordLink, Link } from './links.tsx'
import { Screen } from '#web/ui/layout.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { pageText } from './page-texts.ts'
import { paths } from './paths.ts'
import { findRoute } from './routes.tsx'
import { buttonClass } from '#web/ui/button.tsx'

/** Shown for every page that the navigation links to and that is not built yet, with that page's title. */
export default function ComingSoonPage() {
  const [path] = useLocation()
  const route = findRoute(path)
  const isOwnPage = route.path === paths.comingSoon()
  return (
    <Screen
      eyebrow={isOwnPage ? m.coming_soon_unexplored() : pageText(route).title()}
      title={m.coming_soon_title()}
      text={m.coming_soon_text()}
      picture={<Picture svg={comingSoon} />}
    >
      <DiscordLink className={buttonClass({ size: 'large' })}>
        <DiscordMark className="size-5" />
        {m.nav_discord()}
      </DiscordLink>
      <Link href={paths.home()} className={buttonClass({ tone: 'secondary', size: 'large' })}>
        {m.go_home()}
      </Link>
    </Screen>
  )
}
