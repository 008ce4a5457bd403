import type { ComponentType } from 'react'
import type * as pageTexts from './page-texts.ts'
import type { PageRoute } from './routes.tsx'

type LoadPage = PageRoute['load']

const loadedPages = new Map<LoadPage, ComponentType>()
const loads = new Map<LoadPage, Promise<ComponentType>>()
const failedLoads = new Set<LoadPage>()

/** The page's component if it is already here, so that it can be drawn without a flash. */
export function loadedPage({ load }: PageRoute): ComponentType | undefined {
  return loadedPages.get(load)
}

/** Loads a page's code once; after a failure the next call tries again. */
export function loadPage({ load }: PageRoute): Promise<ComponentType> {
  const known = loads.get(load)
  if (known && !failedLoads.has(load)) return known
  failedLoads.delete(load)
  const page = load().then(
    (module) => {
      loadedPages.set(load, module.default)
      return module.default
    },
    (error: unknown) => {
      failedLoads.add(load)
      throw error
    },
  )
  loads.set(load, page)
  return page
}

/** The latest load of a page, also a failed one: React wants the same promise at each drawing. */
export function latestLoad(route: PageRoute): Promise<ComponentType> {
  return loads.get(route.load) ?? loadPage(route)
}

/** What all pages are called, which the first page does without. */
export function loadPageTexts(): Promise<typeof pageTexts> {
  return import('./page-texts.ts')
}
