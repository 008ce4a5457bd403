import type { ImportReference } from './imports.ts'

/** What a folder's files may import, by path prefix. A folder may always import itself. */
interface Boundary {
  readonly folder: string
  readonly reaches: readonly string[]
  /** Imported by `import type` only. */
  readonly reachesTypes?: readonly string[]
  /** Imported by its tests, in addition to what every test may import. */
  readonly testsReach?: readonly string[]
  /** `production`: Node's own and what package.json lists under `dependencies`. */
  readonly packages: 'any' | 'production' | readonly string[]
}

const anywhere = ['']
/** Modules that the build makes from `content/` (`scripts/web-build/content/`). */
const modulesOfTexts = [
  'index',
  'latest-news',
  'search',
  'stemmer',
  'pages',
  'products',
  'product-labels',
  'guides',
  'rules',
].map((name) => `content:${name}`)
const shared = ['domain', 'contract', 'site']
const packagesOfPages = [
  ...modulesOfTexts,
  'react',
  'react-dom',
  '@tanstack/react-query',
  'wouter',
  'minisearch',
  'zod/mini',
  '@paypal/paypal-js',
]
const belowFeatures = ['web/app', 'web/ui', 'web/art', 'web/i18n']

/** The table of ARCHITECTURE.md. A file belongs to the longest folder that matches. */
const boundaries: readonly Boundary[] = [
  { folder: 'site', reaches: ['domain'], packages: [] },
  { folder: 'domain', reaches: [], packages: [] },
  { folder: 'contract', reaches: ['domain', 'site'], packages: ['zod/mini'] },
  { folder: 'server', reaches: ['server', ...shared], packages: 'production' },
  { folder: 'server/db', reaches: ['domain'], packages: 'production' },
  {
    folder: 'server/providers',
    reaches: ['domain'],
    reachesTypes: ['server/app/config.ts'],
    packages: 'production',
  },
  {
    folder: 'server/services',
    reaches: ['server/db', ...shared],
    reachesTypes: ['server/providers', 'server/app/config.ts'],
    testsReach: ['stress/hostile-images'],
    packages: 'production',
  },
  {
    folder: 'server/http',
    // The error mapper has to distinguish an unreachable database from a fault of ours.
    reaches: ['server/services', 'server/db/errors.ts', 'server/app/logging.ts', ...shared],
    reachesTypes: ['server/app/config.ts', 'server/db', 'server/app/metrics.ts', 'server/realtime'],
    packages: 'production',
  },
  {
    folder: 'server/jobs',
    reaches: ['server/services', 'server/db', ...shared],
    packages: 'production',
  },
  { folder: 'server/realtime', reaches: ['server/db', ...shared], packages: 'production' },
  { folder: 'web', reaches: ['web', ...shared], packages: packagesOfPages },
  { folder: 'web/admin-kit', reaches: [...belowFeatures, ...shared], packages: packagesOfPages },
  { folder: 'web/ui', reaches: [], packages: ['react', 'react-dom'] },
  { folder: 'sandbox', reaches: [], packages: 'any' },
  {
    folder: 'scripts',
    reaches: [
      'server/app/config.ts',
      'server/app/network-addresses.ts',
      'vite.config.ts',
      'vitest.config.ts',
      'web',
      ...shared,
    ],
    packages: 'any',
  },
  { folder: 'bench', reaches: anywhere, packages: 'any' },
  { folder: 'stress', reaches: anywhere, packages: 'any' },
  { folder: 'test', reaches: anywhere, packages: 'any' },
]

/** Every forbidden import, in words. */
export function findForbiddenImports(
  imports: readonly ImportReference[],
  productionPackages: readonly string[],
): string[] {
  return imports
    .filter((reference) => !isAllowed(reference, productionPackages))
    .map(
      ({ from, to, typeOnly }) =>
        `${from} must not import ${to}${typeOnly ? ', not even its types' : ''}`,
    )
}

function isAllowed(reference: ImportReference, productionPackages: readonly string[]): boolean {
  const boundary = boundaryOf(reference.from)
  if (!boundary) return true
  if (reference.kind === 'file') return isFileAllowed(reference, boundary)
  // Tests beside the code run in Node and use the test tools.
  if (isTest(reference.from) || boundary.packages === 'any') return true
  if (boundary.packages !== 'production') return boundary.packages.includes(reference.to)
  return reference.to.startsWith('node:') || productionPackages.includes(reference.to)
}

function isFileAllowed({ from, to, typeOnly }: ImportReference, boundary: Boundary): boolean {
  const folders = [
    boundary.folder,
    ...boundary.reaches,
    ...(typeOnly ? (boundary.reachesTypes ?? []) : []),
    ...(isTest(from)
      ? [
          'test',
          'sandbox',
          'scripts/product',
          'site',
          topFolder(from),
          ...(boundary.testsReach ?? []),
        ]
      : []),
  ]
  // web/ui is inside web: what may import web may import it, but not the other way round.
  return folders.some((folder) => isIn(to, folder))
}

function boundaryOf(location: string): Boundary | undefined {
  return boundaries
    .filter(({ folder }) => isIn(location, folder))
    .toSorted((a, b) => b.folder.length - a.folder.length)[0]
}

function topFolder(location: string): string {
  return location.split('/')[0] ?? ''
}

function isIn(location: string, folder: string): boolean {
  return folder === '' || location === folder || location.startsWith(`${folder}/`)
}

function isTest(location: string): boolean {
  return /\.test\.tsx?$/.test(location)
}
