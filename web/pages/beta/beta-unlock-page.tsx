import { useState } from 'react'
import { BetaHatchPicture } from '#web/art/beta-hatch-picture.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { BetaFound } from './beta-found.tsx'
import { UnlockForm } from './unlock-form.tsx'

/** A riddle: who knows the secret code learns when the beta opens. */
export default function BetaUnlockPage() {
  const [releaseDate, setReleaseDate] = useState<string | null>(null)
  return (
    <div className="mx-auto grid w-full max-w-6xl flex-1 items-center gap-8 px-4 py-10 sm:px-6 lg:grid-cols-2 lg:gap-14 lg:py-16">
      <div className="mx-auto w-full max-w-64 lg:order-2 lg:max-w-none">
        <BetaHatchPicture open={releaseDate !== null} />
      </div>
      <div>
        <p className="eyebrow mb-3">{m.section_beta()}</p>
        {releaseDate === null ? (
          <>
            <h1 className="text-4xl sm:text-5xl">{m.beta_unlock_title()}</h1>
            <p className="mt-4 mb-8 text-lg text-muted">{m.beta_unlock_lead()}</p>
            <UnlockForm onUnlock={setReleaseDate} />
          </>
        ) : (
          <BetaFound releaseDate={releaseDate} />
        )}
      </div>
    </div>
  )
}
