import type { ReactNode } from 'react'
import type { ListingFields } from '#domain/team-listings.ts'
import { Icon } from '#web/art/icon.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { ageText, languageName, playStyleLabel } from '#web/team/listing-labels.ts'
import { Mark } from './marks.tsx'
import { UsualHoursText } from './usual-hours-text.tsx'

type Facts = Pick<ListingFields, 'gameHours' | 'age' | 'hasMicrophone'>

/** What a player says of himself in numbers. */
export function ListingFacts({ listing }: { readonly listing: Facts }) {
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
          {hasMicrophone ? m.team_list_yes() : m.team_list_no()}
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

type Tags = Pick<ListingFields, 'languages' | 'playStyles' | 'usualHours'>

/** Languages, hours and ways of playing, as far as somebody named some. */
export function ListingTags({ listing }: { readonly listing: Tags }) {
  const { languages, playStyles, usualHours } = listing
  if (languages.length + playStyles.length === 0 && usualHours === null) return null
  return (
    <div className="flex flex-col gap-2 text-sm text-muted">
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
