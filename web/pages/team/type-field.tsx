import { listingTypes, type ListingType } from '#domain/team-listings.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { listingTypeLabel } from '#web/team/listing-labels.ts'
import { ChoiceCard, ChoiceGroup } from '#web/ui/choice-card.tsx'

interface TypeFieldProps {
  readonly value: ListingType
  readonly onChange: (type: ListingType) => void
}

const notes: Readonly<Record<ListingType, () => string>> = {
  LFG: m.team_form_type_lfg_note,
  LFT: m.team_form_type_lft_note,
}

/** Who looks for whom. */
export function TypeField({ value, onChange }: TypeFieldProps) {
  return (
    <ChoiceGroup legend={m.team_form_type()} className="grid gap-3 sm:grid-cols-2 sm:gap-4">
      {listingTypes.map((type) => (
        <ChoiceCard
          key={type}
          name="listing-type"
          value={type}
          checked={type === value}
          onChoose={() => onChange(type)}
          title={type}
          detail={<span className="text-xl sm:text-2xl">{listingTypeLabel(type)}</span>}
          note={notes[type]()}
        />
      ))}
    </ChoiceGroup>
  )
}
