import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { Faults } from './faults.ts'
import type { Log } from './log.ts'

export const providers = ['discord', 'paypal', 'stripe', 'steam', 'battlemetrics', 'a2s'] as const
export type Provider = (typeof providers)[number]

export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

export interface SandboxEnv {
  Bindings: HttpBindings
}

/** What every stand-in is given. Origins have no trailing slash. */
export interface SandboxContext {
  readonly origin: string
  readonly productOrigin: string
  readonly log: Log
  readonly faults: Faults
}

/** One provider, played by its own paths. A new provider is a folder that makes one of these. */
export interface StandIn {
  readonly provider: Provider
  /** Path prefixes that programs call. Faults that name no path act on these, and these are logged. */
  readonly apiPaths: readonly string[]
  /** All paths, pages included. */
  readonly routes: Hono<SandboxEnv>
  /** The provider's own way to say that it is broken or has had enough. */
  refuse(status: 429 | 500, call: Context<SandboxEnv>): Response | Promise<Response>
  /** Its part of the front page. */
  overview(): Markup
  /** Forgets everything and stops what is under way. */
  reset(): void
}
