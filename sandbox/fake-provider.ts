import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { Faults } from './faults.ts'
import type { Log } from './log.ts'

export const providers = [
  'discord',
  'paypal',
  'stripe',
  'steam',
  'battlemetrics',
  'a2s',
  'priority-file',
  'lb-core',
  'cftools',
] as const
export type Provider = (typeof providers)[number]

export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

export interface SandboxEnv {
  Bindings: HttpBindings
}

/** What every fake provider gets. Origins have no trailing slash. */
export interface SandboxContext {
  readonly origin: string
  readonly productOrigin: string
  readonly log: Log
  readonly faults: Faults
}

/** One provider with its real paths. A new provider is a folder that makes one of these. */
export interface FakeProvider {
  readonly provider: Provider
  /** Path prefixes of the API. Calls below them are logged and take the faults without a path. */
  readonly apiPaths: readonly string[]
  /** All paths, pages included. */
  readonly routes: Hono<SandboxEnv>
  /** The provider's own answer to an internal fault or too many calls. */
  refuse(status: 429 | 500, call: Context<SandboxEnv>): Response | Promise<Response>
  /** The provider's part of the front page. */
  overview(): Markup
  /** Drops all state and stops running work. */
  reset(): void
}
