import type { z } from 'zod'
import type { Unreadable } from './payment-provider.ts'
import { cleanText, cutText, parseJson } from '#domain/provider-text.ts'

/** For an unreadable answer; a PayPal order has 2,000 to 3,000. */
const maxCharacters = 4000
/** For text that is not JSON, whose names cannot be removed. */
const maxCharactersOfText = 300
const maxCharactersOfDetail = 300
const mailAddress = /[\w.+-]+@[\w.-]+/g

/**
 * Members that identify a person or grant access: Stripe's sessions have a `client_secret`,
 * PayPal's orders the payer's name and e-mail address. None of them matters for the money.
 */
const withheldMembers =
  /payer|buyer|customer|shipping|billing|collected|name|mail|phone|address|payment_source|payment_method|message|note|evidence|secret|token|url|href/i

type Reading<Answer> = { readonly outcome: 'ok'; readonly answer: Answer } | Unreadable

/** Reads the body of a successful answer. */
export function readAnswer<Answer>(
  shape: z.ZodType<Answer>,
  body: string,
  operation: string,
): Reading<Answer> {
  const json = parseJson(body)
  if (json === undefined) {
    const answer = cutText(cleanText(body), maxCharactersOfText)
    return unreadable({ detail: `${operation}: not JSON`, answer })
  }
  const parsed = shape.safeParse(json)
  if (parsed.success) return { outcome: 'ok', answer: parsed.data }
  return unreadable({ detail: describe(operation, parsed.error), answer: print(json) })
}

/** Why an already parsed answer cannot be read; null when it can. */
export function findUnreadable(
  shape: z.ZodType,
  answer: unknown,
  operation: string,
): Unreadable | null {
  const { error } = shape.safeParse(answer)
  return error ? unreadable({ detail: describe(operation, error), answer: print(answer) }) : null
}

function describe(operation: string, error: z.ZodError): string {
  const [issue] = error.issues
  return [operation, issue?.path.join('.'), issue?.message].filter(Boolean).join(': ')
}

function print(answer: unknown): string {
  return (
    JSON.stringify(answer, (name, value: unknown) =>
      withheldMembers.test(name) && value !== null ? '…' : value,
    ) ?? ''
  )
}

function unreadable({ detail, answer }: Pick<Unreadable, 'detail' | 'answer'>): Unreadable {
  return {
    outcome: 'unreadable',
    detail: cutText(detail, maxCharactersOfDetail),
    answer: cutText(cleanText(answer).replaceAll(mailAddress, '…'), maxCharacters),
    orderId: /"custom_id":"([\w-]{36})"/.exec(answer)?.[1] ?? null,
    paymentReference: /"seller_transaction_id":"(\w{1,40})"/.exec(answer)?.[1] ?? null,
  }
}
