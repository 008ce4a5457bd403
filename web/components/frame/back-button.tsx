import { Icon } from '#web/art/icon.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { useNavigate } from '#web/components/use-navigate.ts'

/** One step back within the site; to the home page for who came from elsewhere. */
export function BackButton() {
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
  // Only the newer interface can tell our own pages from the site before.
  return 'navigation' in window ? window.navigation.canGoBack : history.length > 1
}
