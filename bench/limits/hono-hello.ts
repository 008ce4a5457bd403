import { serve } from '@hono/node-server'
import { Hono } from 'hono'

/** The least that an answer of our framework can be; it must never grow features. */
const app = new Hono().get('/', (context) => context.text('hello'))
serve({ fetch: app.fetch, port: Number(process.argv[2]), hostname: '127.0.0.1' })
process.once('SIGTERM', () => process.exit(0))
