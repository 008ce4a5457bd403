import type { Context } from 'hono'
import { z } from 'zod'
import type { SandboxEnv } from '#sandbox/fake-provider.ts'
import { presentRefund } from './charge-views.ts'
import {
  done,
  errorAnswer,
  formInteger,
  formList,
  missing,
  notFound,
  type Outcome,
  readForm,
  refused,
} from './errors.ts'
import { type FakeStripe, type ObjectKind, present } from './fake-stripe.ts'
import { presentLine } from './session-views.ts'
import { type Json, presentList } from './views.ts'

export const single = z.strictObject({ expand: formList(z.string()).default([]) })

/** Answers an object or a list, with the caller's expansions. */
export function answer(
  fake: FakeStripe,
  outcome: Outcome<Json>,
  expand: readonly string[],
): Response {
  if (!outcome.ok) return errorAnswer(outcome.refusal)
  const expanded = expandAll(fake, outcome.value, expand)
  return expanded.ok ? Response.json(expanded.value) : errorAnswer(expanded.refusal)
}

/** Answers the object of an existing id. */
export function answerObject(
  fake: FakeStripe,
  kind: ObjectKind,
  id: string,
  expand: readonly string[],
): Response {
  const value = present(fake, kind, id)
  if (!value) throw new Error(`${kind} ${id} has just been there`)
  return answer(fake, { ok: true, value }, expand)
}

/** Answers `GET …/:id`. `param` is Stripe's name of the id in errors. */
export function answerById(
  fake: FakeStripe,
  c: Context<SandboxEnv>,
  kind: ObjectKind,
  param = 'id',
): Response {
  const query = readForm(single, queryOf(c))
  if (!query.ok) return errorAnswer(query.refusal)
  const id = c.req.param('id') ?? ''
  return present(fake, kind, id)
    ? answerObject(fake, kind, id, query.value.expand)
    : notFound(kind, id, param)
}

/** Answers a page of objects, given oldest first. */
export function answerPage(
  fake: FakeStripe,
  c: Context<SandboxEnv>,
  kind: ObjectKind,
  objects: readonly { readonly id: string }[],
  page: PageParams,
): Response {
  const show = ({ id }: { readonly id: string }): Json => present(fake, kind, id) ?? {}
  const list = presentPage(objects.toReversed(), page, { url: c.req.path, kind, show })
  return answer(fake, list, page.expand)
}

export function queryOf(c: Context<SandboxEnv>): string {
  return new URL(c.req.url).search
}

/** The parameters of every list, https://docs.stripe.com/api/pagination */
export const pageParams = {
  limit: formInteger.pipe(z.int().min(1).max(100)).default(10),
  starting_after: z.string().min(1).optional(),
  ending_before: z.string().min(1).optional(),
  expand: formList(z.string()).default([]),
}
type PageParams = z.output<z.ZodObject<typeof pageParams>>

interface ListView<Item> {
  readonly url: string
  /** The objects' name in errors. */
  readonly kind: string
  readonly show: (item: Item) => Json
}

/** A page of a list, in the order of `items`. */
export function presentPage<Item extends { readonly id: string }>(
  items: readonly Item[],
  { limit, starting_after: after, ending_before: before }: PageParams,
  { url, kind, show }: ListView<Item>,
): Outcome<Json> {
  const afterIndex = items.findIndex(({ id }) => id === after)
  const beforeIndex = items.findIndex(({ id }) => id === before)
  if (after !== undefined && afterIndex < 0) return missing(kind, after, 'starting_after')
  if (before !== undefined && beforeIndex < 0) return missing(kind, before, 'ending_before')
  const rest = before === undefined ? items.slice(afterIndex + 1) : items.slice(0, beforeIndex)
  const page = before === undefined ? rest.slice(0, limit) : rest.slice(-limit)
  return done(presentList(url, page.map(show), rest.length > limit))
}

const deepest = 4

/** Properties that hold an id, and the kind of its object. */
const expandable: ReadonlyMap<string, ObjectKind> = new Map([
  ['payment_intent', 'payment_intent'],
  ['latest_charge', 'charge'],
  ['charge', 'charge'],
  ['balance_transaction', 'balance_transaction'],
])

/** Replaces ids by their objects, https://docs.stripe.com/api/expanding_objects */
function expandAll(fake: FakeStripe, object: Json, paths: readonly string[]): Outcome<Json> {
  let expanded = object
  for (const path of paths) {
    const names = path.split('.')
    const result = names.length > deepest ? null : expandObject(fake, expanded, names)
    if (result === null) return refused(`This property cannot be expanded (${path}).`)
    expanded = result
  }
  return done(expanded)
}

/** Null when nothing of that name can be expanded. */
function expandObject(
  fake: FakeStripe,
  object: Json,
  [name, ...rest]: readonly string[],
): Json | null {
  if (name === undefined) return object
  if (object['object'] === 'list' && name === 'data') return expandItems(fake, object, rest)
  const kind = expandable.get(name)
  if (kind !== undefined && object[name] === null) return object
  // A refund has it only once it has failed, which none does here.
  if (object['object'] === 'refund' && name === 'failure_balance_transaction') return object
  const child = findChild(fake, object, name, kind)
  const expanded = child === null ? null : expandObject(fake, child, rest)
  return expanded === null ? null : { ...object, [name]: expanded }
}

function expandItems(fake: FakeStripe, list: Json, rest: readonly string[]): Json | null {
  const items: Json[] = []
  for (const item of Array.isArray(list['data']) ? list['data'] : []) {
    const expanded = isJson(item) ? expandObject(fake, item, rest) : null
    if (expanded === null) return null
    items.push(expanded)
  }
  return { ...list, data: items }
}

function findChild(
  fake: FakeStripe,
  object: Json,
  name: string,
  kind: ObjectKind | undefined,
): Json | null {
  const value = object[name]
  if (typeof value === 'string') return kind === undefined ? null : present(fake, kind, value)
  return isJson(value) ? value : presentIncluded(fake, object, name)
}

/** Lists of an object that are included only on request. */
function presentIncluded({ state }: FakeStripe, object: Json, name: string): Json | null {
  const id = String(object['id'])
  if (object['object'] === 'checkout.session' && name === 'line_items') {
    const lines = state.sessions.get(id)?.lines ?? []
    return presentList(`/v1/checkout/sessions/${id}/line_items`, lines.map(presentLine))
  }
  if (object['object'] === 'charge' && name === 'refunds') {
    const refunds = state.charges.get(id)?.refunds ?? []
    return presentList(`/v1/charges/${id}/refunds`, refunds.map(presentRefund))
  }
  return null
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
