import { get } from '#contract/endpoint.ts'
import * as pageRoutes from '#server/http/pages/page-routes.ts'
import { buildDirectory } from '#test/rendered-pages.ts'
import type { Example } from './endpoint.ts'

/** The pages of the last build. */
export const builtPages = pageRoutes.builtPages(buildDirectory)

/** A page of every kind, for tests of endpoints. */
export const pageEndpoints: readonly Example[] = [
  { ...get('/', { who: 'anybody' }), prepare: () => ({ query: { lang: 'ru' } }) },
  { ...get('/checkout', { who: 'anybody' }), prepare: () => ({}) },
  { ...get('/team/edit/:id', { who: 'anybody' }), prepare: () => ({ params: { id: 'x' } }) },
  {
    ...get('/guide/:page', { who: 'anybody' }),
    when: 'no such page',
    prepare: () => ({ params: { page: 'x' } }),
  },
  {
    ...get('/assets/:file', { who: 'anybody' }),
    when: 'no such file',
    prepare: () => ({ params: { file: 'x' } }),
  },
  { ...get('/service-worker.js', { who: 'anybody' }), prepare: () => ({}) },
]
