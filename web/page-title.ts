import { siteConfig } from '../site.config.ts'
import { paths } from './paths.ts'
import type { PageRoute } from './routes.tsx'

/** What the browser's tab says: the page first, so that several tabs can be told apart. */
export function documentTitle({ path, title }: Pick<PageRoute, 'path' | 'title'>): string {
  return path === paths.home()
    ? `${siteConfig.brand} · ${title()}`
    : `${title()} · ${siteConfig.brand}`
}
