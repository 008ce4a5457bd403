import type { ReactNode } from 'react'
import { commonGround, hoursInZone, type CommonGround } from '#domain/team-match.ts'
import { groupSizeLimits, type ListingType, type UsualHours } from '#domain/team.ts'
import { Icon } from '#web/art/icon.tsx'
import {
  toDayStretch,
  fromToText,
  rangeText,
  timeZoneName,
  useReaderClock,
} from '#web/features/team/hours.ts'
import {
  ageText,
  languageName,
  listingTypeLabel,
  playStyleLabel,
} from '#web/features/team/listing-labels.ts'
import { usePreferences } from '#web/features/team/preferences.ts'
import type { ShownListing } from '#web/features/team/store/shown-listings.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { formatLocale } from '#web/i18n/runtime.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Mark } from './marks.tsx'

interface ListingProps {
  readonly listing: ShownListing
}

export function ListingFacts({ listing }: ListingProps) {
  const { gameHours, age, hasMicrophone } = listing
  return (
    <dl className="grid grid-cols-[1.2fr_1fr_1fr] gap-x-3 border-y border-line py-3">
      <Fact name={m.team_list_hours()}>
        {m.team_list_hours_value({ hours: formatNumber(gameHours) })}
      </Fact>
      <Fact name={m.team_list_age()}>{ageText(age)}</Fact>
      <Fact name={m.team_list_microphone()}>
        <span className="flex items-center gap-1.5">
          <Mark
            name={hasMicrophone ? 'microphone' : 'no-microphone'}
            className={hasMicrophone ? 'size-4.5 text-crystal' : 'size-4.5 text-muted'}
          />
          <span>{hasMicrophone ? m.team_list_yes() : m.team_list_no()}</span>
        </span>
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col justify-between">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="font-display font-semibold">{children}</dd>
    </div>
  )
}

/** The size of the author's group, and the listing's languages, usual hours and play styles, if it has any. */
export function ListingTags({ listing }: ListingProps) {
  const { groupSize, languages, playStyles, usualHours } = listing
  const isAlone = groupSize === 1
  if (isAlone && languages.length + playStyles.length === 0 && usualHours === null) return null
  return (
    <div className="flex flex-col gap-2 text-sm text-muted">
      {!isAlone && (
        <p className="flex gap-2">
          <Icon name="team" className="mt-0.5 size-4" />
          <span>
            {m.team_list_group({ count: groupSize, free: groupSizeLimits.max - groupSize })}
          </span>
        </p>
      )}
      {languages.length > 0 && (
        <p className="flex gap-2">
          <Icon name="globe" className="mt-0.5 size-4" />
          <span className="sr-only">{m.team_list_languages()} </span>
          <span className="inline-block min-w-0 first-letter:uppercase">
            {languages.map(languageName).join(', ')}
          </span>
        </p>
      )}
      {usualHours !== null && (
        <p className="flex min-h-lh gap-2">
          <Mark name="clock" className="mt-0.5 size-4" />
          <span className="sr-only">{m.team_list_usual_hours()} </span>
          <UsualHoursText usualHours={usualHours} />
        </p>
      )}
      {playStyles.length > 0 && (
        <ul aria-label={m.team_list_styles()} className="flex flex-wrap gap-1.5">
          {playStyles.map((style) => (
            <li key={style} className="border border-line px-2 py-0.5">
              {playStyleLabel(style)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Usual hours in the reader's time zone, with the author's own as a tooltip if they differ. */
function UsualHoursText({ usualHours }: { readonly usualHours: UsualHours }) {
  const clock = useReaderClock()
  if (clock === null) return null
  const zone = timeZoneName(usualHours.timeZone, clock.timeMs)
  const authorHours = rangeText(toDayStretch(usualHours))
  const stretch = hoursInZone(usualHours, clock.timeZone, clock.timeMs)
  if (stretch === null) {
    return <span>{m.team_match_zoned_hours({ hours: authorHours, zone })}</span>
  }
  const readerHours = rangeText(stretch)
  if (readerHours === authorHours) return <span>{readerHours}</span>
  const authorText = m.team_match_maker_hours({ hours: authorHours, zone })
  return (
    <span title={authorText}>
      <span>{readerHours}</span>
      <span className="sr-only">{` (${authorText})`}</span>
    </span>
  )
}

const looks: Readonly<Record<ListingType, string>> = {
  LFG: 'bg-crystal-deep text-crystal',
  LFT: 'bg-raised text-ink',
}

/** The type of a listing in words, with the short form that players know. */
export function TypeBadge({ type }: { readonly type: ListingType }) {
  return (
    <span className={classNames('badge py-1', looks[type])}>
      <Mark name={type} className="size-4.5" />
      <span>
        <span translate="no">{type}</span>
        <span className="font-medium">{` · ${listingTypeLabel(type)}`}</span>
      </span>
    </span>
  )
}

export function VerifiedMarks({ listing: { verified } }: ListingProps) {
  if (!verified.discord && !verified.steam) return null
  return (
    <ul aria-label={m.team_list_verified()} className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-sm">
      {verified.discord && <VerifiedMark label={m.team_list_verified_discord()} />}
      {verified.steam && <VerifiedMark label={m.team_list_verified_steam()} />}
    </ul>
  )
}

function VerifiedMark({ label }: { readonly label: string }) {
  return (
    <li className="inline-flex items-center gap-1 text-crystal">
      <Icon name="shield" className="size-4" />
      <span>{label}</span>
    </li>
  )
}

/** What the visitor and a listing's author have in common; nothing if that is empty or unknown. */
export function CommonGroundLine({ listing }: ListingProps) {
  const preferences = usePreferences()
  const clock = useReaderClock()
  if (preferences === null || clock === null || listing.isOwn) return null
  const text = commonGroundText(commonGround(preferences, listing, clock.timeZone, clock.timeMs))
  if (text === null) return null
  return (
    <p className="flex items-start gap-2 text-sm text-crystal">
      <Icon name="team" className="mt-px size-4.5" />
      <span>{text}</span>
    </p>
  )
}

/** `Vous jouez tous deux de 20:00 à 23:00 et parlez russe`; null if there is nothing in common. */
export function commonGroundText(shared: CommonGround): string | null {
  const hours = listText(shared.hours.map(fromToText))
  const languages = listText(shared.languages.map(languageName))
  if (hours === '') return languages === '' ? null : m.team_match_common_languages({ languages })
  return languages === ''
    ? m.team_match_common_hours({ hours })
    : m.team_match_common_both({ hours, languages })
}

function listText(parts: readonly string[]): string {
  return new Intl.ListFormat(formatLocale(), { type: 'conjunction' }).format(parts)
}
