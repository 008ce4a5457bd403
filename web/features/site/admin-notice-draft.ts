import * as z from 'zod/mini'
import { languages } from '#contract/language.ts'
import type { SavedValue } from '#contract/problem.ts'
import { mostNotices, publicSections, type Notice } from '#contract/site-sections.ts'
import { saveSection } from '#contract/site.ts'
import { clockAt, timeAtClock } from '#domain/time-zone.ts'
import { adminCall } from '#web/admin-kit/session.ts'
import { failureText } from '#web/admin-kit/texts.ts'
import { ApiProblem, serverNow } from '#web/app/api-client.ts'
import type { FieldErrors } from '#web/app/use-form.ts'
import { m } from '#web/i18n/paraglide/messages.js'

export const noticeTones = ['info', 'warning', 'success'] as const

/** The form of a notice as it is typed: times as a `datetime-local` input has them, in the community's time zone. */
export const typedNotice = z.object({
  fr: z.string(),
  en: z.string(),
  ru: z.string(),
  es: z.string(),
  from: z.string(),
  until: z.string(),
  tone: z.enum(noticeTones),
  link: z.string(),
})
export type TypedNotice = z.output<typeof typedNotice>
export type NoticeField = Exclude<keyof TypedNotice, 'tone'>

/** The form of a notice; that of a new one is empty. */
export function typedFrom(notice: Notice | null, timeZone: string): TypedNotice {
  const { text, from, until, tone = 'info', link = '' } = notice ?? {}
  return {
    fr: text?.fr ?? '',
    en: text?.en ?? '',
    ru: text?.ru ?? '',
    es: text?.es ?? '',
    from: from === undefined ? '' : clockIn(timeZone, from),
    until: until === undefined ? '' : clockIn(timeZone, until),
    tone,
    link,
  }
}

/** The notice that the form describes. Without a beginning it begins now, by the server's clock. */
export function noticeFrom(
  typed: TypedNotice,
  id: string,
  timeZone: string,
  nowMs = serverNow(),
): Notice {
  const { tone } = typed
  const link = typed.link.trim()
  const until = timeAt(timeZone, typed.until)
  const texts = languages.flatMap((language) => {
    const text = typed[language].trim()
    return text === '' || language === 'fr' ? [] : [[language, text] as const]
  })
  return {
    id,
    text: { fr: typed.fr.trim(), ...Object.fromEntries(texts) },
    from: timeAt(timeZone, typed.from) ?? new Date(nowMs).toISOString(),
    ...(until !== null && { until }),
    tone,
    ...(link !== '' && { link }),
  }
}

export function noticeFaults(notice: Notice): FieldErrors<NoticeField> {
  const { issues } = publicSections.notices.safeParse([notice]).error ?? { issues: [] }
  return faultsAt(issues.map(({ path }) => path.slice(1)))
}

/** Why a save failed: faults of fields as the server names them, or a text. It judges the whole list. */
export function explainFailure(problem: ApiProblem): string | FieldErrors<NoticeField> {
  const { errors } = problem
  const refused = faultsAt(errors.map(({ path }) => path.split('.').slice(2)))
  if (Object.keys(refused).length > 0) return refused
  const isFull = errors.some(({ path, code }) => path === 'value' && code === 'too_big')
  return isFull ? m.admin_notices_full({ most: mostNotices }) : failureText(problem)
}

function faultsAt(places: readonly (readonly PropertyKey[])[]): FieldErrors<NoticeField> {
  const fields = new Set(places.map(([field, language]) => (field === 'text' ? language : field)))
  const names = ['fr', 'en', 'ru', 'es', 'from', 'until', 'link'] as const
  const found = names.filter((name) => fields.has(name))
  return Object.fromEntries(found.map((field) => [field, m.admin_notice_fault({ field })]))
}

/** What happens to one notice; the others are not its editor's business. */
interface NoticeChange {
  readonly id: string
  /** As the editor has seen it; null for a new one. */
  readonly base: Notice | null
  /** Null removes it. */
  readonly next: Notice | null
}

/**
 * Saves a change of one notice. Others may have changed other notices meanwhile; when they have changed
 * this one, nothing is saved, and what they have made of it is the answer.
 */
export async function saveNotice(
  known: Pick<SavedValue, 'value' | 'version'>,
  { id, base, next }: NoticeChange,
): Promise<NoticeConflict | null> {
  let current = known
  for (;;) {
    const notices = readNotices(current.value)
    const there = notices.find((notice) => notice.id === id) ?? null
    // The answer to an earlier try may have been lost.
    if (isSame(there, next)) return null
    if (!isSame(there, base)) return { there, current }
    const kept = notices.flatMap((notice) => (notice.id === id ? (next ?? []) : notice))
    const value = there === null && next !== null ? [...makeRoom(notices), next] : kept
    try {
      await adminCall(saveSection, {
        params: { section: 'notices' },
        body: { value, version: current.version },
      })
      return null
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.current === null) throw error
      current = error.current
    }
  }
}

/** Without those that have been over for longest, as far as one more needs it: the history keeps them. */
function makeRoom(notices: readonly Notice[]): readonly Notice[] {
  const nowMs = serverNow()
  const over = notices
    .filter((notice) => noticeState(notice, nowMs) === 'over')
    .toSorted((a, b) => Date.parse(a.until ?? '') - Date.parse(b.until ?? ''))
  const left = new Set(over.slice(0, Math.max(0, notices.length + 1 - mostNotices)))
  return notices.filter((notice) => !left.has(notice))
}

function isSame(some: Notice | null, other: Notice | null): boolean {
  const inOneOrder = [some, other].map((notice) => JSON.stringify(notice && readNotices([notice])))
  return inOneOrder[0] === inOneOrder[1]
}

export interface NoticeConflict {
  /** What others have made of the notice; null if they have removed it. */
  readonly there: Notice | null
  readonly current: Pick<SavedValue, 'value' | 'version'>
}

/** The notices of a saved section; none of a value that another version of the product has saved. */
export function readNotices(value: unknown): readonly Notice[] {
  return publicSections.notices.safeParse(value).data ?? []
}

export type NoticeState = 'on' | 'planned' | 'over'

export function noticeState({ from, until }: Notice, nowMs: number): NoticeState {
  if (until !== undefined && Date.parse(until) <= nowMs) return 'over'
  return Date.parse(from) > nowMs ? 'planned' : 'on'
}

/** What a clock in the zone shows at this time. */
function clockIn(timeZone: string, time: string): string {
  return clockAt(timeZone, new Date(time)).toISOString().slice(0, 16)
}

/** The time at which a clock in the zone shows this; null for what is no time. */
function timeAt(timeZone: string, clock: string): string | null {
  const asUtcMs = Date.parse(`${clock}Z`)
  if (Number.isNaN(asUtcMs)) return null
  return new Date(timeAtClock(timeZone, asUtcMs)).toISOString()
}
