import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Language } from '#contract/language.ts'
import { ownerFaultCodes } from '#domain/delivery-faults.ts'
import { connectionFaultCodes } from '#domain/connection-faults.ts'
import { heldForStaff } from '#domain/held-payments.ts'
import { cents, toDecimal } from '#domain/money.ts'
import { reportReasons } from '#domain/team.ts'
import type { StaffMessage } from '#server/providers/discord/staff-channel.ts'

/** The texts of the messages to the staff in one language; a file of `content/staff-messages/` per topic. */
export type StaffTexts = z.output<ReturnType<typeof textsIn>>

const contentFolder = path.resolve(import.meta.dirname, '../../../content')
export const staffMessagesFolder = path.join(contentFolder, 'staff-messages')

/** The texts of the messages to the players in one language, of `content/player-messages/`. */
export type PlayerTexts = z.output<typeof playerTexts>

export function readStaffTexts(language: Language, folder = staffMessagesFolder): StaffTexts {
  return readTexts(
    textsIn(language),
    path.join(folder, language),
    `content/staff-messages/${language}`,
  )
}

export function readPlayerTexts(language: Language): PlayerTexts {
  const place = `content/player-messages/${language}`
  return readTexts(playerTexts, path.resolve(contentFolder, 'player-messages', language), place)
}

/**
 * Throws when a file, a text or a plural form is missing or unknown, or a text names a placeholder
 * that has no value. The message has a line for each, with its file.
 */
function readTexts<Texts>(shape: z.ZodType<Texts>, folder: string, place: string): Texts {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  const topics = files.map((file) => [
    path.basename(file, '.json'),
    readJson(path.join(folder, file)),
  ])
  const { data, error } = shape.safeParse(Object.fromEntries(topics), {
    error: ({ input }) => (input === undefined ? 'is missing' : undefined),
  })
  if (error) {
    const faults = error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => [...issue.path, key, 'is unknown'])
        : [[...issue.path, issue.message]],
    )
    throw new Error(
      faults
        .map(([topic, ...fault]) => `${place}/${String(topic)}.json ${fault.join(' ')}`)
        .join('\n'),
    )
  }
  return data
}

function readJson(file: string): unknown {
  const source = readFileSync(file, 'utf8')
  try {
    return JSON.parse(source)
  } catch (error) {
    throw new Error(`${file} is not JSON`, { cause: error })
  }
}

const placeholder = /\{(\w+)\}/g
const plain = z.string().regex(/^[^{}]+$/, 'must be a text without placeholders')

/** A text for each of these codes in the database; the composer has another one for any other code. */
function byCode(...codes: readonly string[]) {
  return z
    .record(z.enum(codes), plain)
    .transform((texts): Readonly<Record<string, string>> => texts)
}

/** A text with these placeholders: a function that fills them in. */
function text<Name extends string>(...names: readonly Name[]) {
  return z
    .string()
    .min(1)
    .transform((template, context) => {
      for (const [found, name] of template.matchAll(placeholder)) {
        if (!names.some((known) => known === name)) context.addIssue(`has no value for ${found}`)
      }
      return (values: Readonly<Record<Name, string | number>>): string => {
        const given: Readonly<Record<string, string | number>> = values
        return template.replace(placeholder, (_, name: string) => String(given[name]))
      }
    })
}

/**
 * A text for each plural form of the language. One that only fractions or very large numbers need,
 * such as `many` in French, may be missing and takes `other`.
 */
function counted(language: Language) {
  const rules = new Intl.PluralRules(language)
  const needed = new Set(Array.from({ length: 201 }, (_, count) => rules.select(count)))
  const form = text('count')
  const formOf = (name: Intl.LDMLPluralRule) => (needed.has(name) ? form : form.optional())
  return z
    .strictObject({
      zero: formOf('zero'),
      one: formOf('one'),
      two: formOf('two'),
      few: formOf('few'),
      many: formOf('many'),
      other: form,
    })
    .transform((texts) => (count: number): string => {
      return (texts[rules.select(count)] ?? texts.other)({ count })
    })
}

const playerTexts = z.strictObject({
  'perk-reminders': z.strictObject({
    week_before: text('item', 'end'),
    day_before: text('item', 'end'),
    ended: text('item', 'end'),
    renew: text('url'),
    about: text('steam_id', 'brand'),
  }),
})

function textsIn(language: Language) {
  return z.strictObject({
    labels: z.strictObject({
      action: plain,
      amount: plain,
      color: plain,
      details: plain,
      discord: plain,
      dispute: plain,
      dispute_lost: plain,
      item: plain,
      kr_taken_back: plain,
      listing: plain,
      order: plain,
      pack: plain,
      paypal_transaction: plain,
      perk: plain,
      perk_adapter: plain,
      price: plain,
      reason: plain,
      reference: plain,
      refunded: plain,
      report_reason: plain,
      steam_id: plain,
      stripe_payment: plain,
      tries: plain,
      unreadable: plain,
    }),
    orders: z.strictObject({
      started: plain,
      paid: plain,
      paid_then_refunded: plain,
      paid_then_disputed: plain,
      details: plain,
      automatic: plain,
      automatic_then_refunded: plain,
      automatic_then_disputed: plain,
      action_automatic: plain,
      for_somebody_else: text('steam_id'),
      months: counted(language),
      skins_sold: counted(language),
    }),
    payments: z.strictObject({
      unmatched: plain,
      matched: plain,
      action_matched: plain,
      action_resolved: plain,
      action_refunded: plain,
      action_other: plain,
      reason_unknown: text('code'),
      unreadable: text('provider'),
      to_accept: plain,
      action_unreadable: plain,
      action_readable: plain,
    }),
    'payment-reasons': byCode(
      'several_orders_wait',
      'no_order_waits',
      'claim_does_not_fit',
      'not_completed',
      'payment_disputed',
      'order_already_paid',
      'order_dealt_with',
      'order_not_payable',
      'order_unknown',
      'order_mismatch',
      'amount_mismatch',
      'currency_mismatch',
      'mode_mismatch',
      'payee_mismatch',
    ),
    'payment-actions': byCode(
      'several_orders_wait',
      'no_order_waits',
      'not_completed',
      'payment_disputed',
      'order_already_paid',
      'order_dealt_with',
      'mode_mismatch',
      'payee_mismatch',
    ),
    refunds: z.strictObject({
      refunded: plain,
      partly_refunded: plain,
      dispute_opened: plain,
      dispute_won: plain,
      dispute_lost: plain,
      part_of_total: text('amount', 'total'),
      disputed_amount: text('reference', 'amount'),
      action_take_back: plain,
      action_keep_rest: plain,
      action_never_paid: plain,
      action_closed: plain,
      action_prove_refund: plain,
      action_prove_delivery: plain,
      action_other_dispute: plain,
      action_won_refunded: plain,
      action_won: plain,
      action_back_automatic: plain,
      action_partly_automatic: plain,
      action_prove_automatic: plain,
      action_won_automatic: plain,
      action_won_refunded_automatic: plain,
    }),
    packs: z.strictObject({
      refunded: plain,
      partly_refunded: plain,
      dispute_opened: plain,
      dispute_won: plain,
      dispute_lost: plain,
      mismatched: plain,
      action_taken_back: plain,
      action_all_taken_back: plain,
      action_answer_dispute: plain,
      action_closed: plain,
      action_returned: plain,
      action_check_payment: plain,
      action_paid: plain,
    }),
    'pack-reasons': byCode('mode', 'order', 'amount', 'currency', 'dealt_with'),
    perks: z.strictObject({
      adapter_failed: plain,
      delivery_failed: plain,
      action_recovered: plain,
      action_other: plain,
    }),
    'perk-actions': byCode(...ownerFaultCodes),
    'hold-actions': byCode('accepted', ...heldForStaff),
    connections: z.record(z.enum(connectionFaultCodes), text('provider')),
    'connection-actions': z.record(
      z.enum(['recovered', ...connectionFaultCodes]),
      text('provider'),
    ),
    team: z.strictObject({
      reported: plain,
      action_read: plain,
      action_done: plain,
    }),
    'report-reasons': z.record(z.enum(reportReasons), plain),
    codes: z.strictObject({
      wrong_admin_codes: plain,
      wrong_beta_codes: plain,
      tries_in_an_hour: text('count'),
      action_wrong_admin_codes: plain,
      action_wrong_beta_codes: plain,
    }),
  })
}

const currencySigns: Readonly<Record<string, string>> = { EUR: '€', USD: '$' }

/** An amount as PayPal and Stripe show it, in every language; their currencies that we use have two decimals. */
export function formatAmount(amountCents: number, currency: string): string {
  return `${toDecimal(cents(amountCents))} ${currencySigns[currency] ?? currency}`
}

export type MessageField = readonly [name: string, value: string | null | undefined]

/** The fields of a message, without those that have no value. */
export function messageFields(...fields: readonly MessageField[]): StaffMessage['fields'] {
  return fields.flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [{ name, value }],
  )
}

export const messageColors = { red: 0xff5c5c, amber: 0xf5a524, green: 0x4dff9e } as const
