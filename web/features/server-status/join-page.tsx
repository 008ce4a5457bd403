import type { ReactNode } from 'react'
import { ButtonLink, DiscordButton, TextLink } from '#web/app/links.tsx'
import { paths } from '#contract/paths.ts'
import { site } from '#web/app/site.ts'
import { StartPicture } from '#web/art/start-picture.tsx'
import { productPath, productsOf } from '#web/features/products/sold-products.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { buttonClass } from '#web/ui/button.tsx'
import { PageHeading, Panel } from '#web/ui/layout.tsx'
import {
  AddressLine,
  StatusMark,
  isOutdated,
  playersText,
  serverStatusQuery,
  useServerStatus,
} from './server-status.tsx'

const dayzAtSteam = 'https://store.steampowered.com/app/221100/DayZ/'

export const firstView = () => [serverStatusQuery]

export default function JoinPage() {
  const { map } = site().community
  const { name, modCollectionUrl } = site().server
  const queue = productsOf('timed').find(({ picture }) => picture === 'queue')
  return (
    <div className="page">
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
          <Step number={3} title={m.join_find_title()} text={m.join_find_text({ name })}>
            <FindServer />
          </Step>
          <Step number={4} title={m.join_queue_title()} text={m.join_queue_text()}>
            {queue && (
              <ButtonLink href={productPath(queue)} tone="secondary">
                {m.join_queue_link()}
              </ButtonLink>
            )}
          </Step>
          <Step number={5} title={m.join_rules_title()} text={m.join_rules_text()}>
            <ButtonLink href={paths.rules()} tone="secondary">
              {m.join_rules_link()}
            </ButtonLink>
          </Step>
          <Step number={6} title={m.join_discord_title()} text={m.join_discord_text()}>
            <DiscordButton tone="secondary">{m.nav_discord()}</DiscordButton>
          </Step>
        </ol>
        <AfterJoining />
      </div>
    </div>
  )
}

function External({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className={buttonClass({ tone: 'secondary' })}>
      {children}
    </a>
  )
}

interface StepProps {
  readonly number: number
  readonly title: string
  readonly text: string
  /** Actions for this step, such as links. */
  readonly children?: ReactNode
}

function Step({ number, title, text, children }: StepProps) {
  return (
    <li className="cut cut-size-20 flex gap-4 p-5 sm:gap-6 sm:p-7">
      <span
        aria-hidden="true"
        className="grid size-11 shrink-0 place-items-center border border-crystal bg-crystal-deep font-display text-xl font-bold text-crystal"
      >
        {formatNumber(number)}
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="flex min-h-11 items-center pr-4 text-xl">{title}</h2>
        <p className="mt-1 max-w-prose text-muted">{text}</p>
        {children && <div className="mt-4">{children}</div>}
      </div>
    </li>
  )
}

function FindServer() {
  const view = useServerStatus()
  return (
    <div className="max-w-md">
      <AddressLine view={view} />
      <p className="mt-3 flex flex-wrap items-center gap-x-5">
        <StatusMark view={view} />
        {!isOutdated(view) && (
          <span className="text-muted">
            {m.servers_players()}{' '}
            <strong className="ml-1 font-display text-ink tabular-nums">{playersText(view)}</strong>
          </span>
        )}
        <TextLink href={paths.servers()}>{m.join_find_more()}</TextLink>
      </p>
    </div>
  )
}

function AfterJoining() {
  return (
    <aside className="grid content-start gap-8">
      <div className="cut cut-size-20 p-px max-lg:hidden">
        <StartPicture name="server" isLow />
      </div>
      <Panel title={m.join_after_title()}>
        <p className="mb-3 text-muted">{m.join_after_text()}</p>
        <ul>
          <li>
            <TextLink href={paths.guideBaseBuilding()}>{m.join_after_base()}</TextLink>
          </li>
          <li>
            <TextLink href={paths.guides()}>{m.join_after_guides()}</TextLink>
          </li>
          <li>
            <TextLink href={paths.meetTheTeam()}>{m.join_after_staff()}</TextLink>
          </li>
        </ul>
      </Panel>
    </aside>
  )
}
