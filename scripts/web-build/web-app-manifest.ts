import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { siteConfig } from '../../site.config.ts'

/** `--color-ground` of `web/ui/theme.css`, as in the head of every document. */
const groundColor = '#060a08'

/** What a phone shows when the site is put on its home screen: https://www.w3.org/TR/appmanifest/ */
export const webAppManifest = {
  name: siteConfig.brand,
  short_name: siteConfig.brand,
  start_url: '/',
  display: 'minimal-ui',
  background_color: groundColor,
  theme_color: groundColor,
  icons: [
    { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
    { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
    { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
    { src: '/icon-maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
  ],
}

export async function writeWebAppManifest(publicDirectory: string): Promise<void> {
  await writeFile(join(publicDirectory, 'site.webmanifest'), JSON.stringify(webAppManifest))
}
