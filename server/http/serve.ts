import type { Context, MiddlewareHandler } from 'hono'
import type { AnswerOf, Endpoint, Reading } from '#contract/endpoint.ts'
import type { Right } from '#domain/rights.ts'
import type { Admin } from '#server/services/audit/audit-log.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { requireRight } from '#server/services/require-right.ts'
import type { App, HttpEnvironment } from './environment.ts'
import { checkFields, readJson } from './read-request.ts'

type Staff<Given> = Given extends { readonly who: Right | 'staff' }
  ? { readonly staff: Admin }
  : unknown

interface Request {
  readonly context: Context<HttpEnvironment>
}

/** A response of its own where the answer has headers, or is no JSON. */
type Answer<Given> = BeforeJson<AnswerOf<Given>> | Response

/** What JSON makes such a value of: of a `Date` it makes ISO 8601. */
type BeforeJson<Value> = Value extends string
  ? Value | Date
  : Value extends object
    ? { readonly [Name in keyof Value]: BeforeJson<Value[Name]> }
    : Value

/** What an endpoint does with a call that its caller may make, parsed. */
export type Handler<Given> = (
  call: Request & Reading<Given> & Staff<Given>,
) => Answer<Given> | Promise<Answer<Given>>

/**
 * Adds an endpoint to the app, after its own middleware. A caller who lacks its right and what does
 * not fit its schemas are refused before its handler runs.
 */
export function serve<const Given extends Endpoint>(
  app: App,
  endpoint: Given,
  handler: Handler<Given>,
): void
export function serve<const Given extends Endpoint>(
  app: App,
  endpoint: Given,
  before: readonly MiddlewareHandler<HttpEnvironment>[],
  handler: Handler<Given>,
): void
export function serve(
  app: App,
  { method, path, who, params, unknown, query, body, status }: Endpoint,
  ...steps: [LooseHandler] | [readonly MiddlewareHandler<HttpEnvironment>[], LooseHandler]
): void {
  const [before, handler] = steps.length === 1 ? [[], steps[0]] : steps
  app.on([method], [path], ...before, async (context) => {
    const staff = who === 'anybody' ? undefined : staffWith(who, context)
    const answer = await handler({
      context,
      staff,
      params: params && checkFields(params, context.req.param(), unknown),
      query: query && checkFields(query, context.req.query()),
      body: body && (await readJson(context, body)),
    })
    if (answer instanceof Response) return answer
    return answer === undefined ? context.body(null, 204) : context.json(answer, status ?? 200)
  })
}

type LooseHandler = (call: Request & Readonly<Record<string, unknown>>) => unknown

/** The member of the staff who makes this request, if they have the right. */
function staffWith(right: Right | 'staff', context: Context<HttpEnvironment>): Admin {
  const { admin } = context.var
  if (!admin) throw new ServiceError('forbidden')
  if (right !== 'staff') requireRight(admin, right)
  return admin
}
