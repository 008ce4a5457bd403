import { useEffect, useState, type ComponentType } from 'react'
import { shopTextsQuery } from '#web/features/products/shop-texts.ts'
import type * as pageTexts from './page-texts.ts'
import { queryClient } from './query-client.ts'
import { showsProducts, type PageRoute } from './routes.tsx'

type LoadPage = PageRoute['load']

const loadedPages = new Map<LoadPage, ComponentType>()
const loads = new Map<LoadPage, Promise<ComponentType>>()
const failedLoads = new Set<LoadPage>()

/** The page's component if it has loaded, so that it can be rendered without a loading state. */
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

/** The latest load of a page, even a failed one: React needs the same promise in each render. */
export function latestLoad(route: PageRoute): Promise<ComponentType> {
  return loads.get(route.load) ?? loadPage(route)
}

/** Loads all that a page needs to be shown at an address without a loading state. */
export async function preparePage(route: PageRoute, path: string): Promise<void> {
  const texts = showsProducts(route) && queryClient.prefetchQuery(shopTextsQuery())
  await Promise.all([loadPage(route), loadPageTexts(), texts])
  const { preload } = await route.load()
  await preload?.(path)
}

/** The titles and descriptions of all pages, which the first page does not need. */
export function loadPageTexts(): Promise<typeof pageTexts> {
  return import('./page-texts.ts')
}

/**
 * A part of the page that loads after it; null until then. If it fails, the rest of the page works
 * without it, unless it is needed: then the page offers to be loaded again. `load` must be the same
 * function in each render.
 */
export function useLoadedPart<Part>(load: () => Promise<Part>, isNeeded = false): Part | null {
  const [part, setPart] = useState<{ readonly value: Part } | 'loading' | 'failed'>('loading')
  useEffect(() => {
    load().then(
      (value) => setPart({ value }),
      () => setPart('failed'),
    )
  }, [load])
  if (part === 'failed' && isNeeded) throw new Error('a part of the page could not be loaded')
  return typeof part === 'object' ? part.value : null
}
