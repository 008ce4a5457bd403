import type { TeamMember } from '#contract/site.ts'
import { DiscordButton, TextLink } from '#web/app/links.tsx'
import { paths } from '#contract/paths.ts'
import { site } from '#web/app/site.ts'
import { Shapes } from '#web/art/drawing.tsx'
import crystalHood from '#web/art/portraits/crystal-hood.svg?raw'
import gasMask from '#web/art/portraits/gas-mask.svg?raw'
import hardHat from '#web/art/portraits/hard-hat.svg?raw'
import helmet from '#web/art/portraits/helmet.svg?raw'
import { m } from '#web/i18n/paraglide/messages.js'
import { formatLocale, getLocale } from '#web/i18n/runtime.ts'
import { Badge } from '#web/ui/labels.tsx'
import { PageHeading, Panel } from '#web/ui/layout.tsx'

export default function MeetTheTeamPage() {
  return (
    <div className="page">
      <PageHeading eyebrow={m.staff_eyebrow()} title={m.section_staff()} lead={m.staff_lead()} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <ul className="grid content-start gap-4 sm:grid-cols-2">
          {site().people.map((member, index) => (
            <li key={member.name}>
              <MemberCard member={member} jacket={index} />
            </li>
          ))}
        </ul>
        <aside className="grid content-start gap-8">
          <Panel tone="crystal" title={m.staff_reach_title()}>
            <p className="text-muted">{m.staff_reach_text()}</p>
            <p className="mt-3 mb-5 text-muted">{m.staff_reach_when()}</p>
            <DiscordButton>{m.staff_reach_link()}</DiscordButton>
          </Panel>
          <Panel title={m.staff_before_title()}>
            <p className="mb-3 text-muted">{m.staff_before_text()}</p>
            <TextLink href={paths.rulesCompensation()}>{m.staff_before_link()}</TextLink>
            <p className="mt-3 border-l-4 border-amber pl-4 text-muted">{m.staff_never_ask()}</p>
          </Panel>
        </aside>
      </div>
    </div>
  )
}

interface MemberCardProps {
  readonly member: TeamMember
  /** The jacket to draw, so that two people with the same role look different. */
  readonly jacket: number
}

const roles = {
  founder: { title: m.staff_founder, text: m.staff_founder_text },
  administrator: { title: m.staff_administrator, text: m.staff_administrator_text },
  moderator: { title: m.staff_moderator, text: m.staff_moderator_text },
  builder: { title: m.staff_builder, text: m.staff_builder_text },
} as const satisfies Record<TeamMember['role'], unknown>

function MemberCard({ member: { name, role, languages }, jacket }: MemberCardProps) {
  return (
    <article className="cut cut-size-20 flex h-full flex-col overflow-hidden">
      <div className="tile-picture">
        <Portrait role={role} jacket={jacket} />
      </div>
      <div className="flex flex-1 flex-col items-start gap-3 p-5 sm:p-6">
        <Badge tone={role === 'founder' ? 'crystal' : 'neutral'}>{roles[role].title()}</Badge>
        <h2 className="text-2xl">{name}</h2>
        <p className="text-muted">{roles[role].text()}</p>
        <p className="mt-auto text-sm">
          <span className="text-muted">{m.staff_speaks()}</span>{' '}
          <span>{languageNames(languages)}</span>
        </p>
      </div>
    </article>
  )
}

function languageNames(codes: readonly string[]): string {
  const names = new Intl.DisplayNames(getLocale(), { type: 'language' })
  return new Intl.ListFormat(formatLocale(), { type: 'conjunction' }).format(
    codes.map((code) => names.of(code) ?? code),
  )
}

interface PortraitProps {
  readonly role: TeamMember['role']
  readonly jacket: number
}

const jackets = [
  { base: '#24352b', light: '#3c5647', dark: '#15211a' },
  { base: '#2b3a4a', light: '#46607a', dark: '#18222d' },
  { base: '#46352a', light: '#6d5340', dark: '#2a1f18' },
  { base: '#3b4326', light: '#5f6b3b', dark: '#232917' },
] as const

/** A survivor's bust in the gear of a role. */
function Portrait({ role, jacket }: PortraitProps) {
  const { base, light, dark } = jackets[jacket % jackets.length] ?? jackets[0]
  return (
    <svg viewBox="0 0 320 200" aria-hidden="true" className="picture block aspect-8/5 w-full">
      <path
        fill="#0c1711"
        stroke="#23362b"
        strokeWidth="2"
        d="M122 12h76l54 54v76l-46 46h-92l-46-46V66z"
      />
      <path fill="none" stroke="#23362b" d="M0 170h72M248 170h72M20 30h60M240 30h60" />
      <path fill={base} d="m76 200 18-44 38-20h56l38 20 18 44z" />
      <path fill={light} d="m76 200 18-44 38-20 6 20-22 44z" />
      <path fill={dark} d="m188 136 38 20 18 44h-34l-14-40z" />
      <path fill={dark} d="m132 136 28 30 28-30 8 16-36 40-36-40z" />
      <Shapes svg={gear[role]} />
    </svg>
  )
}

const gear: Readonly<Record<PortraitProps['role'], string>> = {
  founder: crystalHood,
  administrator: gasMask,
  moderator: helmet,
  builder: hardHat,
}
