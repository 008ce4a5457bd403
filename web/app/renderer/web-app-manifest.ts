import type { Language } from '#contract/language.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#contract/paths.ts'
import { site } from '#web/app/site.ts'

/** `--color-ground` of `web/ui/theme.css`, as in the head of every document. */
const groundColor = '#060a08'

const icons = [
  { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
  { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
  { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
  { src: '/icon-maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
] as const

/**
 * The manifest for a phone's home screen: https://www.w3.org/TR/appmanifest/
 * All languages share one `id` and start address; the visitor's language is chosen when the site
 * opens.
 */
export function webAppManifest(language: Language) {
  const { brand, map } = site().community
  return {
    id: '/',
    name: brand,
    short_name: brand,
    description: m.home_description({ brand, map }),
    lang: language,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    categories: ['games', 'social'],
    background_color: groundColor,
    theme_color: groundColor,
    icons,
    shortcuts: [
      { name: m.nav_servers(), url: paths.servers() },
      { name: m.nav_guides(), url: paths.guides() },
      { name: m.nav_rules(), url: paths.rules() },
      { name: m.nav_donation(), url: paths.donation() },
    ].map((shortcut) => ({ ...shortcut, icons: icons.slice(1, 2) })),
  }
}
