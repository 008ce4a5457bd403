import { useEffect, useRef } from 'react'
import { Link } from '#web/components/link.tsx'
import { formatDay } from '#web/i18n/format-date.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Confetti } from './confetti.tsx'

/** Takes the place of the form; screen readers go on at what was found. */
export function BetaFound({ releaseDate }: { readonly releaseDate: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <Confetti />
      <h1 ref={heading} tabIndex={-1} className="text-4xl sm:text-5xl">
        {m.beta_found_title({ date: formatDay(releaseDate) })}
      </h1>
      <p className="mt-4 mb-8 text-lg text-muted">{m.beta_found_text()}</p>
      <div className="flex flex-wrap gap-3">
        <Link href={paths.betaTest()} className={buttonClass({ size: 'large' })}>
          {m.beta_found_next()}
        </Link>
        <Link href={paths.home()} className={buttonClass({ tone: 'secondary', size: 'large' })}>
          {m.go_home()}
        </Link>
      </div>
    </>
  )
}
