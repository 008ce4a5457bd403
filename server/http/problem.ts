import type { Context } from 'hono'
import { problemStatus, type Problem, type ProblemCode } from '#contract/problem.ts'
import type { ServiceErrorExtra } from '#server/services/service-error.ts'
import type { HttpEnvironment } from './environment.ts'

/** English sentences for other clients; the pages translate the code. */
const sentences: Readonly<Record<ProblemCode, string>> = {
  malformed_request: 'This is not a request that can be read.',
  request_timeout: 'The request did not arrive in time.',
  head_too_large: 'The address and headers are too large.',
  invalid_json: 'The body is not valid JSON.',
  invalid_signature: 'The signature does not match the body.',
  unauthenticated: 'Sign in first.',
  payment_declined: 'The payment was declined. Nothing was charged; try another payment method.',
  forbidden: 'Access forbidden',
  insufficient_balance: 'There are not enough Kr on this balance. Nothing was taken.',
  claim_required: 'Only the owner of this balance can do this: sign in and link Steam first.',
  item_not_found: 'This item is no longer in the shop. Nothing was taken.',
  code_unknown: 'There is no such code.',
  code_over: 'This code is over.',
  code_used_up: 'This code is used up.',
  code_is_gift: 'This code is a gift: redeem it at /redeem.',
  code_is_discount: 'This code makes a cart cheaper: use it there.',
  sold_out: 'All of this item are sold. Nothing was taken.',
  session_not_found: 'There is no such checkout.',
  payment_pending: 'The payment is not complete yet. The Kr arrive by themselves once it is.',
  payment_in_review:
    'This payment does not match the order. The staff know and will get in touch; nothing is lost.',
  payment_expired: 'This checkout has ended without a payment. Nothing was charged.',
  payment_refunded: 'This payment went back to the payer, and its Kr were taken back.',
  idempotency_key_reused: 'This Idempotency-Key was used with another request.',
  image_refused: 'This is not a PNG, JPEG or WebP picture that can be used.',
  card_payments_unavailable: 'Stripe is not responding. Nothing is lost; try again soon.',
  payments_not_set_up:
    'We cannot take payments at the moment. Nothing was charged; the staff have been told.',
  payment_not_checked:
    'This payment cannot be checked at the moment. Nothing is lost: the staff have been told. Do not pay again.',
  wrong_code: 'Wrong code.',
  access_code_off: 'The owner has switched the access code off: sign in with Discord.',
  banned: 'The staff have banned this Steam ID or its account.',
  foreign_origin: 'Requests from other sites are refused.',
  not_found: 'There is nothing at this address.',
  order_not_found: 'There is no such order for you.',
  payment_not_found: 'There is no completed payment with this transaction id and amount.',
  method_not_allowed: 'This address does not accept this method.',
  price_changed: 'The price has changed. Nothing was charged.',
  order_not_payable: 'This order can no longer be paid. Nothing was charged.',
  order_not_paid:
    'This order is not paid: there is nothing to hand over, and it takes only a few messages and pictures.',
  order_delivered: 'This order is already delivered, so it takes no more details.',
  task_changed: 'Somebody else has changed this task in the meantime. Your change was not saved.',
  ban_changed: 'Somebody else has changed this ban in the meantime. Yours was not saved.',
  export_running: 'Another export of the shop is running. Try again once it has ended.',
  edit_conflict: 'Somebody else has saved another version in the meantime. Yours was not saved.',
  posted_already: 'This is posted already, or somebody is posting it now.',
  discord_not_set_up: 'The Discord bot or its channel is not set up.',
  discord_unavailable: 'Discord did not take the message. Nothing is lost; try again soon.',
  listing_revoked: 'The staff took this order off the donor ranking.',
  listing_not_found: 'There is no such listing. It may have ended or been deleted.',
  adapter_not_found: 'This delivery method is not set up, or it has not started yet.',
  person_not_found: 'Nobody of the staff has this Discord account.',
  person_exists: 'This Discord account belongs to the staff already.',
  person_in_settings: 'The settings of the server name this owner, and only they can change that.',
  last_owner:
    'Without the access code, somebody has to stay an owner who has signed in with Discord.',
  perk_not_found: 'This Steam ID does not hold this perk, or is not yours.',
  perk_disputed: 'A payment for one of these perks is disputed. They can move once it is decided.',
  perk_not_by_hand: 'This perk is delivered automatically, so there is nothing to mark.',
  adapter_without_list: 'This delivery method has no list that can be imported.',
  adapter_unavailable: 'What is delivered now cannot be read, so nothing was imported.',
  adapter_not_enabled:
    'The owner of the site has not switched this delivery on yet. Keep what is there.',
  color_changed_today: 'The colour can be changed once a day.',
  listing_exists: 'There is another listing with this id.',
  listing_changed: 'This listing was edited later elsewhere. The later edit was kept.',
  listing_removed: 'The staff removed this listing.',
  too_many_listings: 'You have as many listings as one player may have. Delete one first.',
  payment_already_claimed: 'This payment belongs to another order.',
  payment_not_assignable: 'This payment cannot be matched to this order.',
  payment_disputed: 'The payer disputes this payment. It can be used once PayPal has decided.',
  body_too_large: 'The body is too large.',
  unsupported_media_type: 'The body must be application/json.',
  validation_failed: 'Some fields are missing or wrong.',
  item_not_sold: 'We do not sell this item.',
  rate_limited: 'Too many requests. Wait a moment and try again.',
  too_many_open_checkouts:
    'Too many payments are open for this Steam ID or from this network. Nothing was charged: finish one, or wait until one ends, three hours after it was opened.',
  internal_error: 'Something went wrong on our side. Nothing is lost.',
  payment_provider_unavailable: 'PayPal is not responding. Nothing is lost; we keep checking.',
  payment_answer_unreadable:
    'The payment provider sent an answer that we cannot read. Nothing is lost: the staff know, and we keep checking. Do not pay again.',
  database_unavailable: 'The site is restarting. Nothing is lost; try again in a moment.',
}

/** Answers an error as `application/problem+json`, RFC 9457. */
export function problem(
  context: Context<HttpEnvironment>,
  code: ProblemCode,
  extra: ServiceErrorExtra = {},
): Response {
  const { retryAfterSeconds, ...members } = extra
  for (const [name, value] of Object.entries(problemHeaders)) context.header(name, value)
  if (retryAfterSeconds !== undefined) context.header('retry-after', String(retryAfterSeconds))
  const status = problemStatus[code]
  const { requestId } = context.var
  const sentence =
    (members.ban && banned(members.ban)) ??
    (members.current && `${members.current.name}: ${sentences.edit_conflict}`)
  const body: Problem = {
    ...problemBody(code),
    ...(sentence !== undefined && { message: sentence, error: sentence }),
    ...(status >= 500 && requestId !== undefined && { requestId }),
    ...members,
  }
  return context.body(JSON.stringify(body), status)
}

function banned({ reason, until }: NonNullable<Problem['ban']>): string {
  if (reason === null) return sentences.banned
  const end = until === null ? '' : ` (until ${until.slice(0, 16).replace('T', ' ')} UTC)`
  return `${sentences.banned} Reason: ${reason}${end}`
}

export const problemHeaders = {
  'content-type': 'application/problem+json',
  'cache-control': 'no-store',
} as const

export function problemBody(code: ProblemCode): Problem {
  return {
    type: 'about:blank',
    title: code.replaceAll('_', ' '),
    status: problemStatus[code],
    code,
    message: sentences[code],
    error: sentences[code],
  }
}
