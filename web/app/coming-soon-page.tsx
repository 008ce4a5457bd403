import { useLocation } from 'wouter'
import comingSoon from '#web/art/coming-soon.svg?raw'
import { Picture } from '#web/art/drawing.tsx'
import { ButtonLink, DiscordButton } from './links.tsx'
import { Screen } from '#web/ui/layout.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { pageText } from './page-texts.ts'
import { paths } from '#contract/paths.ts'
import { findRoute } from './routes.tsx'

/** For pages that are announced and not built yet: at its own path, or as another route with that page's title. */
export default function ComingSoonPage() {
  const [path] = useLocation()
  const route = findRoute(path)
  const isOwnPage = route.path === paths.comingSoon()
  return (
    <Screen
      eyebrow={isOwnPage ? m.coming_soon_unexplored() : pageText(route).title}
      title={m.coming_soon_title()}
      text={m.coming_soon_text()}
      picture={<Picture svg={comingSoon} />}
    >
      <DiscordButton size="large">{m.nav_discord()}</DiscordButton>
      <ButtonLink href={paths.home()} tone="secondary" size="large">
        {m.go_home()}
      </ButtonLink>
    </Screen>
  )
}
