import { serve } from '@hono/node-server'
import { Hono } from 'hono'

/** The minimal answer of our framework, as a limit; it must never grow features. */
const app = new Hono().get('/', (context) => context.text('hello'))
serve({ fetch: app.fetch, port: Number(process.argv[2]), hostname: '127.0.0.1' })
process.once('SIGTERM', () => process.exit(0))
