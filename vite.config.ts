import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { InlineConfig, Plugin, UserConfig } from 'vite'

const webRoot = join(import.meta.dirname, 'web')

/** What development, the client bundles and the renderer have in common. */
export const webConfig: InlineConfig = {
  configFile: false,
  root: webRoot,
  publicDir: false,
  // The router brings a stand-in for what React itself has had since version 18.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  plugins: [react(), tailwindcss(), routeSources()],
}

/**
 * The server has to know which module a route loads, to preload its chunk. So that the table of
 * routes need not say it twice, each `load: () => import('…')` gets a `source` beside it there.
 */
function routeSources(): Plugin {
  return {
    name: 'route-sources',
    applyToEnvironment: (environment) => environment.name === 'ssr',
    transform: {
      filter: { id: join(webRoot, 'app/routes.tsx') },
      handler: (code) => ({
        code: code.replaceAll(
          /load: \(\) => import\(["'](?:(#web|\.)\/)(.+?)["']\)/g,
          (load: string, from: string | undefined, path: string) =>
            `${load}, source: '${from === '.' ? 'app/' : ''}${path}'`,
        ),
        map: null,
      }),
    },
  }
}

// What follows is for `npm run dev`, which says where its server listens.
const serverOrigin = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000'

export default {
  root: webRoot,
  publicDir: 'public',
  plugins: webConfig.plugins,
  resolve: webConfig.resolve,
  server: {
    proxy: {
      '/api': serverOrigin,
      '/functions': serverOrigin,
      '/webhooks': serverOrigin,
    },
  },
} satisfies UserConfig
