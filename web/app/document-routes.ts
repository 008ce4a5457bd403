import type { PageRoute } from './routes.tsx'

/**
 * The pages of the texts in `content/`. The build puts them here from the files that it finds
 * (`scripts/web-build/content/plugin.ts`); programs that read this file itself, as the journeys do,
 * see none.
 */
export const documentRoutes: readonly PageRoute[] = []
