import type { Context } from 'hono'
import { z } from 'zod'
import type { SandboxEnv } from '#sandbox/fake-provider.ts'
import type { FakeStripe } from './fake-stripe.ts'
import { errorAnswer, notFound, type Outcome } from './errors.ts'
import { expandAll } from './expand.ts'
import { presentPage, type PageParams } from './lists.ts'
import { present, type ObjectKind } from './present.ts'
import { formList, readForm } from './read-form.ts'
import type { Json } from './views.ts'

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
