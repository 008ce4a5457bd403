import type { KnipConfig } from 'knip'

export default {
  entry: [
    'server/main.mjs',
    // Found by listing the folder.
    'server/db/migrations/*.ts',
    // Started as a worker.
    'server/db/embedded/worker.ts',
    // Started as programs.
    'server/services/images/decode-picture.mjs',
    'bench/limits/hono-hello.ts',
    'bench/limits/hydrate-bare-page.ts',
    'bench/limits/raw-purchase.ts',
    'stress/hostile-images/measure-decoding.ts',
    'test/mutants/{lane,note-reached,vitest.config}.ts',
    'sandbox/main.ts',
    'sandbox/assets/*.{css,js}',
    'web/app/client.tsx',
    'web/public/closed-notices.js',
    'web/app/renderer/render.tsx',
    'web/features/guides/service-worker.ts',
    'scripts/*.{ts,mjs}',
  ],
  project: ['**/*.{ts,tsx,mjs,js,css}', 'web/art/**/*.svg'],
  // A type may be exported because it occurs in the signature of an exported function.
  ignoreExportsUsedInFile: { interface: true, type: true },
  ignoreDependencies: [
    // The message compiler loads it by its path.
    '@inlang/plugin-message-format',
  ],
  // Optional: one figure and the tests of `deploy/` use them where they are installed.
  ignoreBinaries: ['nginx', 'openssl', 'pgbouncer', 'systemd-analyze'],
  compilers: {
    // Imports nothing, but must be imported itself.
    svg: () => '',
    css: (text: string): string =>
      [...text.matchAll(/(?:@(?:import|plugin)\s+|url\()['"]([^'"]+)['"]/g)]
        .map(([, location]) => `import '${location}'`)
        .join('\n'),
  },
} satisfies KnipConfig
