import * as z from 'zod/mini'
import { connectionNames } from '#domain/connection-faults.ts'
import { get, post } from './endpoint.ts'
import { list } from './fields.ts'

const connectionView = z.object({
  name: z.enum(connectionNames),
  configured: z.boolean(),
  /** Null before its first test. */
  ok: z.nullable(z.boolean()),
  testedAt: z.nullable(z.string()),
  /** When a test last found no fault. */
  lastOkAt: z.nullable(z.string()),
  lastFault: z.nullable(
    z.object({
      code: z.string(),
      detail: z.string(),
      lastAt: z.string(),
      /** Null while it lasts. */
      clearedAt: z.nullable(z.string()),
    }),
  ),
  /** Of the payment providers. */
  lastWebhookAt: z.nullable(z.string()),
  /** Of the last test. */
  findings: list(
    z.object({ level: z.enum(['ok', 'warning', 'fault']), code: z.string(), detail: z.string() }),
  ),
})
export type ConnectionView = z.output<typeof connectionView>

const path = '/api/admin/connections'
const answer = list(connectionView)

export const listConnections = get(path, { who: 'connections', answer })

/** Tests one now. Answers all of them. */
export const testConnection = post(`${path}/:name/test`, {
  who: 'connections',
  params: z.object({ name: z.enum(connectionNames) }),
  answer,
})
