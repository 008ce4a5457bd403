import { useEffect, useRef, useState } from 'react'
import { keepBetaDigits, mostBetaDigits } from '#domain/beta.ts'
import { call, type ApiProblem } from '#web/app/api-client.ts'
import { Link } from '#web/app/links.tsx'
import { OneFieldForm } from '#web/app/one-field-form.tsx'
import { paths } from '#contract/paths.ts'
import hatchOpen from '#web/art/beta-hatch-open.svg?raw'
import hatchShut from '#web/art/beta-hatch-shut.svg?raw'
import { Picture } from '#web/art/drawing.tsx'
import { formatDay } from '#web/i18n/format-time.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { buttonClass } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/layout.tsx'

/** A riddle: visitors who know the secret code learn when the beta opens. */
export default function BetaUnlockPage() {
  const [releaseDate, setReleaseDate] = useState<string | null>(null)
  return (
    <div className="page grid flex-1 items-center gap-8 lg:grid-cols-2 lg:gap-14">
      <div className="mx-auto w-full max-w-64 lg:order-2 lg:max-w-none">
        <Picture svg={releaseDate === null ? hatchShut : hatchOpen} />
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
          <BetaUnlocked releaseDate={releaseDate} />
        )}
      </div>
    </div>
  )
}

/** A form for the code, which only the server knows; `onUnlock` gets the day of the release. */
function UnlockForm({ onUnlock }: { readonly onUnlock: (releaseDate: string) => void }) {
  async function unlock(code: string): Promise<void> {
    const { releaseDate } = await call(
      import('#contract/beta.ts').then(({ unlockBeta }) => unlockBeta),
      { body: { code } },
    )
    onUnlock(releaseDate)
  }

  return (
    <Panel>
      <OneFieldForm
        label={m.beta_code()}
        hint={m.beta_code_hint({ count: mostBetaDigits })}
        inputMode="numeric"
        autoComplete="off"
        className="[&_input]:text-2xl [&_input]:tracking-[0.25em]"
        button={{
          size: 'large',
          children: m.beta_unlock(),
          pendingLabel: m.beta_unlock_pending(),
        }}
        filter={keepBetaDigits}
        validate={(code) => code === '' && m.beta_code_empty()}
        send={unlock}
        explain={unlockFailureText}
        formClassName="grid gap-5"
      />
    </Panel>
  )
}

const defaultWaitSeconds = 60

/** Why a code did not work, and what to do now. */
function unlockFailureText({ code, retryAfterSeconds }: ApiProblem): string {
  if (code === 'wrong_code') return m.beta_code_wrong()
  if (code === 'rate_limited') {
    return m.beta_code_wait({ count: Math.ceil((retryAfterSeconds ?? defaultWaitSeconds) / 60) })
  }
  if (code !== 'network_error' && code !== 'timeout') return m.beta_failed_other()
  return navigator.onLine ? m.beta_failed_unreachable() : m.beta_failed_offline()
}

/** Replaces the form; the focus moves to its heading for screen readers. */
function BetaUnlocked({ releaseDate }: { readonly releaseDate: string }) {
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

const pieces = 42
const colors = [
  '#6bff4d',
  '#c8ffb8',
  '#2dff8c',
  '#1fbf6b',
  '#ffb648',
  '#ffe08a',
  '#ff7566',
  '#ff5c8a',
  '#b98cff',
  '#5cc8ff',
  '#4de8d8',
  '#e8f2eb',
] as const

// Multiples of the golden ratio spread any number of pieces without rows or clusters.
const goldenSection = 0.618_034

/** Falls over the whole page once; not with reduced motion. */
function Confetti() {
  const sky = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const fallen = [...(sky.current?.children ?? [])].map((piece, index) => fall(piece, index))
    return () => {
      for (const animation of fallen) animation.cancel()
    }
  }, [])

  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return null
  return (
    <div
      ref={sky}
      aria-hidden="true"
      data-confetti
      className="pointer-events-none fixed inset-0 z-50 overflow-hidden print:hidden"
    >
      {Array.from({ length: pieces }, (_, index) => (
        <span
          key={index}
          className="absolute -top-6 h-4 w-2.5 [clip-path:polygon(50%_0,100%_30%,100%_70%,50%_100%,0_70%,0_30%)]"
          style={{
            left: `${spread(index) * 100}%`,
            backgroundColor: colors[index % colors.length],
          }}
        />
      ))}
    </div>
  )
}

/** All pieces rest within five seconds. */
function fall(piece: Element, index: number): Animation {
  const drift = (spread(index * 5) - 0.5) * 30
  const turn = (index % 2 === 0 ? 1 : -1) * (360 + 720 * spread(index * 3))
  return piece.animate(
    [
      { transform: 'none', opacity: 1 },
      { opacity: 1, offset: 0.8 },
      { transform: `translate(${drift}vw, 108vh) rotate(${turn}deg) scaleX(-0.4)`, opacity: 0 },
    ],
    {
      duration: 2400 + 1400 * spread(index * 7),
      delay: 800 * spread(index * 11),
      easing: 'cubic-bezier(0.3, 0.1, 0.7, 0.9)',
      fill: 'forwards',
    },
  )
}

/** From 0 to 1, evenly spread over the pieces. */
function spread(index: number): number {
  return (index * goldenSection) % 1
}
