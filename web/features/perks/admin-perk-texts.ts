import readStaffTexts from 'content:staff-texts'
import * as z from 'zod/mini'
import type { AdapterView, AdminGrant } from '#contract/admin-perks.ts'
import type { deliveryStates, grantSources } from '#contract/perks.ts'
import { isToCome } from '#domain/perks.ts'
import { perkOf } from '#domain/products.ts'
import { products } from '#site/products.ts'
import type { StateText } from '#web/admin-kit/texts.ts'
import { formatMoment } from '#web/admin-kit/values.tsx'
import { formatDate } from '#web/i18n/format-time.ts'
import { formatDuration, formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { perkName } from './perk-products.ts'

/** The perks of all products, hidden ones included. */
export const knownPerks: readonly string[] = [
  ...new Set(products.flatMap((product) => perkOf(product) ?? [])),
]

export const deliveryTexts: Readonly<Record<(typeof deliveryStates)[number], StateText>> = {
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

/** How far a delivery is, as its grant shows it. */
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
  return readStaffTexts()['perk-actions'][code] ?? m.admin_perks_fault_unknown({ code })
}

const notes: Readonly<Record<string, (values: { readonly detail: string }) => string>> = {
  host_key: m.admin_perks_note_host_key,
  not_encrypted: m.admin_perks_note_not_encrypted,
  file_missing: m.admin_perks_note_file_missing,
  ids_found: m.admin_perks_note_ids_found,
  words_not_understood: m.admin_perks_note_words,
  written_in_place: m.admin_perks_note_written_in_place,
  owner_not_kept: m.admin_perks_note_owner_not_kept,
  draft_left: m.admin_perks_note_draft_left,
  server_found: m.admin_perks_note_server_found,
  entries_found: m.admin_perks_note_entries_found,
  role_found: m.admin_perks_note_role_found,
  members_not_listed: m.admin_perks_note_members_not_listed,
}

/** What an adapter's check has found, although it stops nothing. */
export function noteText({ code, detail }: { readonly code: string; readonly detail: string }) {
  return notes[code]?.({ detail }) ?? `${code}: ${detail}`
}

const attemptTexts: Readonly<Record<string, () => string>> = {
  put: () => m.admin_perks_attempt_put(),
  remove: () => m.admin_perks_attempt_remove(),
  run: () => m.admin_perks_attempt_run(),
  verified: () => m.admin_perks_verified(),
  repaired: () => m.admin_perks_attempt_repaired(),
}

/** The text of a kind of attempt. */
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

const refusals: Readonly<Record<string, () => string>> = {
  steam_id_empty: () => m.admin_perks_refused_steam_id(),
  steam_id_vanity_url: () => m.player_steam_id_vanity_url(),
  steam_id_unrecognised: () => m.admin_perks_refused_steam_id(),
  steam_id_mangled: () => m.admin_perks_refused_mangled(),
  steam64_column_missing: () => m.admin_perks_refused_no_steam64(),
  unknown_perk: () => m.admin_perks_refused_perk({ perks: knownPerks.join(', ') }),
  until_unrecognised: () => m.admin_perks_refused_until(),
  already_over: () => m.admin_perks_refused_over(),
  after_2100: () => m.admin_perks_refused_after_2100(),
  no_end: () => m.admin_perks_refused_no_end(),
  already_ours: () => m.admin_perks_refused_ours(),
  not_looked_up_yet: () => m.admin_perks_refused_not_looked_up(),
  unknown_player: () => m.admin_perks_refused_unknown_player(),
}

/** Why a line is not imported. */
export function refusalText(reason: string): string {
  return refusals[reason]?.() ?? reason
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

/** Where an import takes its list from. */
export function importLabel(source: string): string {
  return importLabels[source] ?? source
}

/** Why something was granted; of an import, where it came from. */
export function becauseText(reason: string): string {
  return m.admin_perks_because({ reason: importLabel(reason) })
}

/** How a grant stands now. */
export function grantState(grant: AdminGrant, nowMs: number): StateText {
  const { voidedAt, suspended, startsAt } = grant
  if (voidedAt !== null) return { label: m.admin_perks_grant_voided, tone: 'loss' }
  if (suspended) return deliveryTexts.suspended
  if (hasEnded(grant, nowMs)) return { label: m.admin_perks_grant_ended, tone: 'neutral' }
  if (startsAt === null || !isToCome(startsAt, nowMs)) {
    return { label: m.admin_perks_grant_active, tone: 'crystal' }
  }
  return {
    label: () => m.admin_perks_grant_later({ date: formatDate(startsAt) }),
    tone: 'neutral',
  }
}

/** Whether nothing of a grant is left. */
export function hasEnded({ voidedAt, endsAt }: AdminGrant, nowMs: number): boolean {
  return voidedAt !== null || (endsAt !== null && Date.parse(endsAt) <= nowMs)
}

/** From when until when a grant runs. */
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
