import type { Language } from '#contract/language.ts'
import {
  adultAge,
  type ListingType,
  type PlayStyle,
  type ReportReason,
  type SpokenLanguage,
} from '#domain/team.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { getLocale } from '#web/i18n/runtime.ts'

const listingTypeLabels: Readonly<Record<ListingType, () => string>> = {
  LFG: m.team_match_type_lfg,
  LFT: m.team_match_type_lft,
}

const playStyleLabels: Readonly<Record<PlayStyle, () => string>> = {
  pvp: m.team_match_style_pvp,
  pve: m.team_match_style_pve,
  raiding: m.team_match_style_raiding,
  building: m.team_match_style_building,
  exploring: m.team_match_style_exploring,
  roleplay: m.team_match_style_roleplay,
  casual: m.team_match_style_casual,
  newcomers: m.team_match_style_newcomers,
}

export const reportReasonLabels: Readonly<Record<ReportReason, () => string>> = {
  spam: m.team_report_reason_spam,
  insult: m.team_report_reason_insult,
  fraud: m.team_report_reason_fraud,
  minor_at_risk: m.team_report_reason_minor_at_risk,
  other: m.team_report_reason_other,
}

/** `LFG` as `Cherche un groupe`. The short form is the type itself, the same in every language. */
export function listingTypeLabel(type: ListingType): string {
  return listingTypeLabels[type]()
}

/** `raiding` as `Raid`, with a capital. */
export function playStyleLabel(style: PlayStyle): string {
  return playStyleLabels[style]()
}

// Cached, because every card needs them and creating Intl.DisplayNames is slow.
const names = new Map<Language, Intl.DisplayNames>()

/** `fr` as `français`, as within a sentence; on its own it needs `first-letter:uppercase`. */
export function languageName(language: SpokenLanguage): string {
  return namesIn(getLocale()).of(language) ?? language
}

function namesIn(language: Language): Intl.DisplayNames {
  const known = names.get(language)
  if (known !== undefined) return known
  const made = new Intl.DisplayNames(language, { type: 'language' })
  names.set(language, made)
  return made
}

/**
 * `24` as `24 ans`; as `24` in English, which writes an age in figures without a unit. Null, the
 * hidden age of a minor, as `moins de 18 ans`.
 */
export function ageText(years: number | null): string {
  if (years === null) return m.team_list_under_age({ age: adultAge })
  if (getLocale() === 'en') return String(years)
  const format = { style: 'unit', unit: 'year', unitDisplay: 'long' } as const
  return new Intl.NumberFormat(getLocale(), format).format(years)
}
