import * as z from 'zod/mini'
import type { AdapterView, AdminGrant } from '#contract/admin-perks.ts'
import type { shownDeliveryStates, grantSources } from '#contract/perks.ts'
import { isToCome } from '#domain/perks.ts'
import { perkOf } from '#domain/products.ts'
import { staffTexts } from '#web/admin-kit/staff-texts.ts'
import type { StateText } from '#web/admin-kit/texts.ts'
import { formatMoment } from '#web/admin-kit/values.tsx'
import { site } from '#web/app/site.ts'
import { formatDate } from '#web/i18n/format-time.ts'
import { formatDuration, formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { perkName } from './perk-products.ts'

/** The perks of all products, hidden ones included. */
export function knownPerks(): readonly string[] {
  return [...new Set(site().products.flatMap((product) => perkOf(product) ?? []))]
}

export const deliveryTexts: Readonly<Record<(typeof shownDeliveryStates)[number], StateText>> = {
  queued: { label: m.admin_perks_queued, tone: 'neutral' },
  sending: { label: m.admin_perks_sending, tone: 'neutral' },
  applied: { label: m.admin_perks_applied, tone: 'neutral' },
  verified: { label: m.admin_perks_verified, tone: 'crystal' },
  waiting_first_join: { label: m.admin_perks_waiting_first_join, tone: 'amber' },
  waiting_restart: { label: m.admin_perks_waiting_restart, tone: 'amber' },
  needs_owner: { label: m.admin_perks_needs_owner, tone: 'loss' },
  retrying: { label: m.admin_perks_retrying, tone: 'amber' },
  suspended: { label: m.admin_perks_suspended, tone: 'amber' },
}

export function deliveryText(
  { held, startsAt }: Pick<AdminGrant, 'held' | 'startsAt'>,
  { state, reason }: Pick<AdminGrant['deliveries'][number], 'state' | 'reason'>,
  nowMs: number,
): StateText {
  if (reason === 'not_in_guild') return { label: m.admin_perks_not_in_guild, tone: 'amber' }
  if (state !== 'verified') return deliveryTexts[state]
  if (!held) return { label: m.admin_perks_removed, tone: 'neutral' }
  return startsAt !== null && isToCome(startsAt, nowMs)
    ? { label: m.admin_perks_ready, tone: 'neutral' }
    : deliveryTexts.verified
}

const adapterTexts: Readonly<Record<AdapterView['state'], StateText>> = {
  ready: { label: m.admin_perks_adapter_ready, tone: 'crystal' },
  retrying: deliveryTexts.retrying,
  needs_owner: deliveryTexts.needs_owner,
}

/** The state of an adapter by its last run or check; one that only compares is not yet in use. */
export function adapterState({
  enabled,
  state,
}: Pick<AdapterView, 'enabled' | 'state'>): StateText {
  const isWaiting = !enabled && state === 'ready'
  return isWaiting ? { label: m.admin_perks_adapter_off, tone: 'amber' } : adapterTexts[state]
}

/** Stands for what the staff hands over. */
export const manual = 'manual'

const adapterLabels: Readonly<Record<string, () => string>> = {
  [manual]: () => m.admin_perks_adapter_manual(),
  'priority-file': () => m.admin_perks_adapter_file(),
  cftools: () => 'CFTools',
  'lb-core': () => 'LB Core',
  'discord-role': () => m.admin_perks_adapter_discord(),
}

export function adapterLabel(name: string): string {
  return adapterLabels[name]?.() ?? name
}

/** Why something could not be delivered and what to do, by the code that the server stores. */
export function faultText(code: string): string {
  return staffTexts()['perk-actions'][code] ?? m.admin_perks_fault_unknown({ code })
}

/** What an adapter's check has found, although it stops nothing. */
export function noteText({ code, detail }: { readonly code: string; readonly detail: string }) {
  return m.admin_perks_note({ code, detail })
}

const attemptTexts: Readonly<Record<string, () => string>> = {
  put: () => m.admin_perks_attempt_put(),
  remove: () => m.admin_perks_attempt_remove(),
  run: () => m.admin_perks_attempt_run(),
  verified: () => m.admin_perks_verified(),
  repaired: () => m.admin_perks_attempt_repaired(),
}

export function attemptText(what: string): string {
  return attemptTexts[what]?.() ?? what
}

/** The text of our own answer to an attempt; null for what another program reported. */
export function attemptAnswer({
  what,
  answer,
}: {
  readonly what: string
  readonly answer: string
}) {
  if (what === 'remove' && answer === 'verified') return m.admin_perks_attempt_removed()
  return attemptTexts[answer]?.() ?? null
}

export function refusalText(reason: string): string {
  return m.admin_perks_refused({ reason, perks: knownPerks().join(', ') })
}

export const sourceLabels: Readonly<Record<(typeof grantSources)[number], () => string>> = {
  order: () => m.admin_perks_source_order(),
  staff: () => m.admin_perks_source_staff(),
  compensation: () => m.admin_perks_source_compensation(),
  import: () => m.admin_perks_source_import(),
  transfer: () => m.admin_perks_source_transfer(),
}

const importLabels: Readonly<Record<string, string>> = {
  'priority-file': 'priority.txt',
  cftools: 'CFTools',
  csv: 'CSV',
}

export function importLabel(source: string): string {
  return importLabels[source] ?? source
}

/** Why something was granted; of an import, where it came from. */
export function becauseText(reason: string): string {
  return m.admin_perks_because({ reason: importLabel(reason) })
}

export function grantState(grant: AdminGrant, nowMs: number): StateText {
  const { voidedAt, suspended, stopped, startsAt } = grant
  if (voidedAt !== null) return { label: m.admin_perks_grant_voided, tone: 'loss' }
  if (suspended) return deliveryTexts.suspended
  if (hasEnded(grant, nowMs)) return { label: m.admin_perks_grant_ended, tone: 'neutral' }
  if (stopped) return { label: m.admin_perks_stopped, tone: 'loss' }
  if (startsAt === null || !isToCome(startsAt, nowMs)) {
    return { label: m.admin_perks_grant_active, tone: 'crystal' }
  }
  return {
    label: () => m.admin_perks_grant_later({ date: formatDate(startsAt) }),
    tone: 'neutral',
  }
}

export function hasEnded({ voidedAt, endsAt }: AdminGrant, nowMs: number): boolean {
  return voidedAt !== null || (endsAt !== null && Date.parse(endsAt) <= nowMs)
}

export function periodText({ startsAt, endsAt, voidedAt }: AdminGrant): string {
  if (startsAt === null) {
    return voidedAt === null ? m.admin_perks_no_period() : m.admin_perks_never_began()
  }
  const from = formatMoment(startsAt)
  if (endsAt === null) return m.admin_perks_permanent_from({ from })
  return m.admin_perks_period({ from, to: formatMoment(endsAt) })
}

const loggedTerm = z.union([
  z.object({ kind: z.literal('months'), months: z.number() }),
  z.object({ kind: z.literal('time'), ms: z.number() }),
  z.object({ kind: z.literal('until'), untilMs: z.number() }),
  z.object({ kind: z.literal('permanent') }),
])

/** For how long something was granted, as the audit log has it; null for anything else. */
export function loggedTermText(value: unknown): string | null {
  const { data: term } = loggedTerm.safeParse(value)
  switch (term?.kind) {
    case 'months':
      return m.duration_months({ count: term.months })
    case 'time':
      return formatDuration(term.ms)
    case 'until':
      return m.perks_until({ date: formatMoment(new Date(term.untilMs).toISOString()) })
    case 'permanent':
      return m.admin_perks_term_permanent()
    case undefined:
      break
  }
  return null
}

const count = z.pipe(
  z.array(z.unknown()),
  z.transform((entries) => formatNumber(entries.length)),
)
const loggedComparison = z.object({ adds: count, removes: count, foreign: count })

/** What the comparison of an adapter has found, as the audit log has it; null for anything else. */
export function loggedComparisonText(value: unknown): string | null {
  const { data } = loggedComparison.safeParse(value)
  if (!data) return null
  return [
    `${m.admin_perks_adds()} ${data.adds}`,
    `${m.admin_perks_removes()} ${data.removes}`,
    `${m.admin_perks_unmanaged()} ${data.foreign}`,
  ].join(' · ')
}

/** The names of the perks in an entry of the audit log; null for anything else. */
export function loggedPerksText(value: unknown): string | null {
  const { data } = z.array(z.string()).safeParse(value)
  return data?.map(perkName).join(', ') ?? null
}
