import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Admin } from '#server/services/audit/audit-log.ts'

export interface HttpEnvironment {
  Bindings: HttpBindings
  Variables: {
    requestId?: string
    admin?: Admin
    /** A program asks this all day, so its success is not worth a line in the log. */
    isRoutine?: boolean
  }
}

export type App = Hono<HttpEnvironment>
