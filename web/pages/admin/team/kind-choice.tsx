import { useId } from 'react'
import type { ListingKind } from '#web/admin/admin-address.ts'
import { m } from '#web/i18n/paraglide/messages.js'

const labels: Readonly<Record<ListingKind, () => string>> = {
  reported: m.admin_team_shown_reported,
  live: m.admin_team_shown_live,
  removed: m.admin_team_shown_removed,
}

interface KindChoiceProps {
  readonly kinds: readonly ListingKind[]
  readonly value: ListingKind
  readonly onChange: (kind: ListingKind) => void
}

/** Which listings are shown. */
export function KindChoice({ kinds, value, onChange }: KindChoiceProps) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-2 font-display font-semibold">{m.admin_team_shown()}</legend>
      <div className="flex flex-wrap gap-2">
        {kinds.map((kind) => (
          <label
            key={kind}
            className="inline-flex min-h-12 cursor-pointer items-center border border-line-strong px-4 text-muted has-checked:border-crystal has-checked:bg-crystal-deep has-checked:text-crystal has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-crystal-bright"
          >
            <input
              type="radio"
              name={name}
              value={kind}
              checked={kind === value}
              onChange={() => onChange(kind)}
              className="sr-only"
            />
            {labels[kind]()}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
