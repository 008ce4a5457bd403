import path from 'node:path'
import { pageRoutes } from '#server/http/pages/page-routes.ts'
import type { MakePages } from '#test/shop.ts'
import type { Endpoint } from './endpoint.ts'

/** The pages of the last build. */
export const builtPages: MakePages = (config) =>
  pageRoutes(config, path.resolve(import.meta.dirname, '../../dist/web'))

/** A page of every kind, for tests of endpoints. */
export const pageEndpoints: readonly Endpoint[] = [
  { route: 'GET /', prepare: () => ({ query: { lang: 'ru' } }) },
  { route: 'GET /checkout', prepare: () => ({}) },
  { route: 'GET /team/edit/:id', prepare: () => ({ params: { id: 'x' } }) },
  { route: 'GET /guide/:page', when: 'no such page', prepare: () => ({ params: { page: 'x' } }) },
  { route: 'GET /assets/:file', when: 'no such file', prepare: () => ({ params: { file: 'x' } }) },
  { route: 'GET /service-worker.js', prepare: () => ({}) },
]
