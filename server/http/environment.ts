import type { HttpBindings } from '@hono/node-server'
import type { RequestIdVariables } from 'hono/request-id'
import type { Admin } from '../services/admin/recognise-admin.ts'

/** What Hono carries from the middleware to the routes. */
export interface HttpEnvironment {
  Bindings: HttpBindings
  Variables: RequestIdVariables & { admin?: Admin }
}
