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
const shared = ['domain', 'contract', 'site']
const packagesOfPages = [
  'react',
  'react-dom',
  '@tanstack/react-query',
  'wouter',
  '@orama/stemmers',
  'diff',
  'minisearch',
  'zod/mini',
  '@paypal/paypal-js',
]
const belowFeatures = ['web/app', 'web/ui', 'web/art', 'web/i18n']

/** The table of ARCHITECTURE.md. A file belongs to the longest folder that matches. */
const boundaries: readonly Boundary[] = [
  { folder: 'site', reaches: ['domain'], packages: [] },
  { folder: 'domain', reaches: [], packages: [] },
  { folder: 'contract', reaches: ['domain'], packages: ['zod/mini'] },
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
    reaches: ['server/db', 'content/messages', ...shared],
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
  { folder: 'web', reaches: ['web', 'domain', 'contract'], packages: packagesOfPages },
  {
    folder: 'web/app',
    reaches: ['web/features', 'web/admin', 'web/ui', 'web/art', 'web/i18n', 'domain', 'contract'],
    packages: packagesOfPages,
  },
  // The pages read the site while they are shown, because it changes.
  { folder: 'web/app/site.ts', reaches: ['web/app', ...shared], packages: [] },
  {
    folder: 'web/features',
    reaches: ['web/admin-kit', ...belowFeatures, 'domain', 'contract'],
    packages: packagesOfPages,
  },
  {
    folder: 'web/admin-kit',
    reaches: ['content/messages', ...belowFeatures, 'domain', 'contract'],
    packages: packagesOfPages,
  },
  { folder: 'web/ui', reaches: [], packages: ['react', 'react-dom'] },
  { folder: 'sandbox', reaches: [], packages: 'any' },
  {
    folder: 'scripts',
    reaches: [
      'server/app/config.ts',
      'server/app/network-addresses.ts',
      'server/services/documents',
      'server/services/site',
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

/**
 * The other features that each feature imports. Each names only features above it, so that no two
 * need each other: what both use goes below them, and what shows both above.
 */
export const featureImports: Readonly<Record<string, FeatureImports>> = {
  'web/features': {
    accounts: [],
    bans: [],
    beta: [],
    connections: [],
    donors: [],
    goal: [],
    guides: [],
    'meet-the-team': [],
    site: ['goal', 'guides'],
    products: [],
    tasks: [],
    news: ['guides'],
    'server-status': ['products'],
    team: ['accounts', 'bans', 'guides'],
    perks: ['accounts', 'products'],
    offers: ['accounts', 'perks', 'products'],
    cart: ['offers', 'perks', 'products'],
    'my-perks': ['accounts', 'cart', 'perks', 'products'],
    donations: ['cart', 'donors', 'goal', 'perks', 'products'],
    orders: ['accounts', 'cart', 'perks', 'products', 'tasks'],
    checkout: ['accounts', 'cart', 'orders', 'perks', 'products'],
    kryptonite: ['accounts', 'checkout', 'products', 'tasks'],
    skins: ['accounts', 'checkout', 'kryptonite', 'products', 'tasks'],
    'my-account': ['accounts', 'kryptonite', 'orders', 'perks', 'team'],
    home: ['goal', 'guides', 'orders', 'perks', 'products', 'server-status', 'skins', 'team'],
  },
  'server/services': {
    audit: [],
    beta: [],
    images: [],
    messages: [],
    connections: ['messages'],
    edits: ['audit'],
    site: ['audit', 'edits'],
    documents: ['audit', 'edits', 'images', 'site'],
    'server-status': ['site'],

    perks: ['audit', 'messages'],
    bans: ['audit', 'perks'],
    team: ['audit', 'bans', 'messages'],
    accounts: ['audit', 'team'],
    tasks: ['audit', 'images', 'perks'],
    skins: ['audit', 'bans', 'images', 'messages', 'tasks'],
    kryptonite: ['accounts', 'audit', 'skins'],
    orders: ['audit', 'images', 'messages', 'perks', 'tasks'],
    donors: ['audit', 'orders'],
    payments: ['audit', 'bans', 'kryptonite', 'messages', 'orders', 'perks'],
    offers: ['audit', 'bans', 'kryptonite', 'perks', 'site'],
    'shop-archive': ['audit'],
    checkout: ['bans', 'kryptonite', 'messages', 'offers', 'orders', 'payments', 'site'],
    staff: [
      'audit',
      'bans',
      'connections',
      'kryptonite',
      'messages',
      'orders',
      'payments',
      'perks',
      'site',
      'skins',
      'tasks',
      'team',
    ],
    discord: [
      'audit',
      'kryptonite',
      'messages',
      'offers',
      'orders',
      'perks',
      'server-status',
      'staff',
      'tasks',
      'team',
    ],
    demo: [
      'audit',
      'checkout',
      'connections',
      'kryptonite',
      'offers',
      'orders',
      'payments',
      'perks',
      'site',
      'skins',
      'staff',
      'tasks',
      'team',
    ],
  },
}

type FeatureImports = Readonly<Record<string, readonly string[]>>

/** The features of a room as they are: each with the others that its code imports. */
export function readFeatureImports(
  imports: readonly ImportReference[],
  room: string,
): FeatureImports {
  const featureOf = (file: string): string | null =>
    (file.startsWith(`${room}/`) && /^([^/]+)\//.exec(file.slice(room.length + 1))?.[1]) || null
  const found = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const feature = featureOf(from)
    if (feature === null || isTest(from)) continue
    const others = found.get(feature) ?? new Set()
    found.set(feature, others)
    const other = featureOf(to)
    if (other !== null && other !== feature) others.add(other)
  }
  return Object.fromEntries([...found].map(([name, others]) => [name, [...others].toSorted()]))
}

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
