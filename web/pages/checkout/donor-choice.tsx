import { useId } from 'react'
import { Icon } from '#web/art/icon.tsx'
import { m } from '#web/i18n/paraglide/messages.js'

interface DonorChoiceProps {
  readonly isListed: boolean
  readonly isFrozen: boolean
  readonly onChange: (isListed: boolean) => void
}

/** Being named in the donor ranking: off unless the buyer wants it, and told what others will see. */
export function DonorChoice({ isListed, isFrozen, onChange }: DonorChoiceProps) {
  const textId = useId()
  return (
    <div className="border-t border-line pt-5">
      <label className="flex min-h-11 items-center gap-3.5">
        <span className="relative grid shrink-0 place-items-center">
          <input
            type="checkbox"
            checked={isListed}
            disabled={isFrozen}
            aria-describedby={textId}
            onChange={(event) => onChange(event.target.checked)}
            className="peer size-6 appearance-none border border-line-strong bg-ground transition-colors checked:border-crystal checked:bg-crystal hover:border-muted disabled:opacity-60"
          />
          <Icon
            name="check"
            className="pointer-events-none absolute size-5 text-crystal-ink opacity-0 peer-checked:opacity-100"
          />
        </span>
        <span className="font-display font-semibold">{m.checkout_donor()}</span>
      </label>
      <p id={textId} className="mt-1 pl-9.5 text-sm text-muted">
        {m.checkout_donor_text()}
      </p>
    </div>
  )
}
