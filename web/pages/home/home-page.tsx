import { siteConfig } from '#site/community.ts'
import { DeerIsleScene } from '#web/art/deer-isle-scene.tsx'
import { DiscordMark } from '#web/art/discord-mark.tsx'
import { Wordmark } from '#web/art/wordmark.tsx'
import { DiscordLink } from '#web/components/discord-link.tsx'
import { Link } from '#web/components/link.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { AtAGlance } from './at-a-glance.tsx'
import { LiveChip } from './live-chip.tsx'
import { StartTiles } from './start-tiles.tsx'

export default function HomePage() {
  return (
    <>
      <Hero />
      <AtAGlance />
      <StartTiles />
    </>
  )
}

function Hero() {
  return (
    <section className="relative overflow-hidden border-b border-line bg-water lg:flex lg:min-h-[max(46rem,calc(100dvh-4rem))] lg:items-end">
      <DeerIsleScene className="absolute inset-x-0 top-0 h-[30rem] max-lg:mask-b-from-85% sm:h-[34rem] lg:h-full" />
      <div className="relative mx-auto w-full max-w-6xl px-4 pt-[18.25rem] pb-10 sm:px-6 sm:pt-80 lg:pb-12">
        <p className="eyebrow mb-3">{m.home_eyebrow({ map: siteConfig.map })}</p>
        <h1>
          <Wordmark brand={siteConfig.brand} />
        </h1>
        <div className="mt-6 grid gap-x-10 gap-y-7 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center">
          <div>
            <p className="max-w-xl text-lg">{m.home_lead()}</p>
            <LiveChip />
          </div>
          <div className="flex flex-wrap gap-3">
            <Link href={paths.join()} className={buttonClass({ size: 'large' })}>
              {m.section_join()}
            </Link>
            <DiscordLink className={buttonClass({ tone: 'secondary', size: 'large' })}>
              <DiscordMark className="size-5" />
              {m.home_discord()}
            </DiscordLink>
          </div>
        </div>
      </div>
    </section>
  )
}
