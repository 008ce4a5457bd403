import type { ReactNode } from 'react'
import { gameServer, siteConfig } from '#site/community.ts'
import { DiscordMark } from '#web/art/discord-mark.tsx'
import { DiscordLink } from '#web/components/discord-link.tsx'
import { Link } from '#web/components/link.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { FindServer } from './find-server.tsx'
import { Step } from './step.tsx'
import { AfterJoining } from './after-joining.tsx'

const dayzAtSteam = 'https://store.steampowered.com/app/221100/DayZ/'
const secondary = buttonClass({ tone: 'secondary' })

/** From nothing to standing on the island. */
export default function JoinPage() {
  const { map } = siteConfig
  const { modCollectionUrl } = gameServer
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-10 sm:px-6 sm:py-14">
      <PageHeading
        eyebrow={m.join_eyebrow()}
        title={m.section_join()}
        lead={m.join_lead({ map })}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <ol className="grid content-start gap-4">
          <Step number={1} title={m.join_game_title()} text={m.join_game_text()}>
            <External href={dayzAtSteam}>{m.join_game_link()}</External>
          </Step>
          <Step number={2} title={m.join_mods_title()} text={m.join_mods_text({ map })}>
            {modCollectionUrl !== null && (
              <External href={modCollectionUrl}>{m.join_mods_link()}</External>
            )}
          </Step>
          <Step
            number={3}
            title={m.join_find_title()}
            text={m.join_find_text({ name: gameServer.name })}
          >
            <FindServer />
          </Step>
          <Step number={4} title={m.join_queue_title()} text={m.join_queue_text()}>
            <Link href={paths.priorityQueue()} className={secondary}>
              {m.join_queue_link()}
            </Link>
          </Step>
          <Step number={5} title={m.join_rules_title()} text={m.join_rules_text()}>
            <Link href={paths.rules()} className={secondary}>
              {m.join_rules_link()}
            </Link>
          </Step>
          <Step number={6} title={m.join_discord_title()} text={m.join_discord_text()}>
            <DiscordLink className={secondary}>
              <DiscordMark className="size-5" />
              {m.nav_discord()}
            </DiscordLink>
          </Step>
        </ol>
        <AfterJoining />
      </div>
    </div>
  )
}

function External({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className={secondary}>
      {children}
    </a>
  )
}
