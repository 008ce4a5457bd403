import { languages } from '#contract/language.ts'
import type { Notice } from '#contract/site-sections.ts'
import { site } from '#web/app/site.ts'
import { inWords } from '#web/i18n/format-time.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { readNotices } from './admin-notice-draft.ts'

/** From when until when it is shown, by the community's clocks. */
export function timeText({ from, until }: Notice): string {
  const { timeZone } = site().server.restarts
  const inZone = (time: string): string =>
    inWords(time, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  return until === undefined
    ? m.admin_notice_since({ from: inZone(from) })
    : m.admin_notice_between({ from: inZone(from), until: inZone(until) })
}

/** A list of notices in words, to compare two of them. */
export function noticesText(value: unknown): string {
  return readNotices(value)
    .map((notice) => noticeText(notice))
    .join('\n\n')
}

/** A notice in words: its texts, times, tone and link. */
export function noticeText(notice: Notice | null): string {
  if (notice === null) return m.admin_edit_gone()
  const texts = languages.flatMap((language) => {
    const text = notice.text[language]
    return text === undefined ? [] : `${language} · ${text}`
  })
  const { link, tone } = notice
  const facts = [...texts, timeText(notice), m.admin_notice_tone({ tone }), ...(link ? [link] : [])]
  return facts.join('\n')
}
