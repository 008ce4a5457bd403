import type { ReactNode } from 'react'
import { teamMembers } from '#site/community.ts'
import { DiscordLink, Link } from '#web/app/links.tsx'
import { paths } from '#web/app/paths.ts'
import { DiscordMark } from '#web/art/discord-mark.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { formatLocale, getLocale } from '#web/i18n/runtime.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Badge } from '#web/ui/labels.tsx'
import { PageHeading, Panel } from '#web/ui/layout.tsx'

/** The staff, their roles, and how to reach them. */
export default function MeetTheTeamPage() {
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-10 sm:px-6 sm:py-14">
      <PageHeading eyebrow={m.staff_eyebrow()} title={m.section_staff()} lead={m.staff_lead()} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <ul className="grid content-start gap-4 sm:grid-cols-2">
          {teamMembers.map((member, index) => (
            <li key={member.name}>
              <MemberCard member={member} jacket={index} />
            </li>
          ))}
        </ul>
        <aside className="grid content-start gap-8">
          <Panel tone="crystal" title={m.staff_reach_title()}>
            <p className="text-muted">{m.staff_reach_text()}</p>
            <p className="mt-3 mb-5 text-muted">{m.staff_reach_when()}</p>
            <DiscordLink className={buttonClass()}>
              <DiscordMark className="size-5" />
              {m.staff_reach_link()}
            </DiscordLink>
          </Panel>
          <Panel title={m.staff_before_title()}>
            <p className="mb-3 text-muted">{m.staff_before_text()}</p>
            <Link
              href={paths.rulesCompensation()}
              className="inline-flex min-h-11 items-center text-crystal underline underline-offset-4"
            >
              {m.staff_before_link()}
            </Link>
            <p className="mt-3 border-l-4 border-amber pl-4 text-muted">{m.staff_never_ask()}</p>
          </Panel>
        </aside>
      </div>
    </div>
  )
}

type Member = (typeof teamMembers)[number]

interface MemberCardProps {
  readonly member: Member
  /** The jacket to draw, so that two people with the same role look different. */
  readonly jacket: number
}

const roles = {
  founder: { title: m.staff_founder, text: m.staff_founder_text },
  administrator: { title: m.staff_administrator, text: m.staff_administrator_text },
  moderator: { title: m.staff_moderator, text: m.staff_moderator_text },
  builder: { title: m.staff_builder, text: m.staff_builder_text },
} as const satisfies Record<Member['role'], unknown>

/** One member of the staff. */
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
          <span className="text-muted">{m.staff_speaks()}</span> {languageNames(languages)}
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
  readonly role: (typeof teamMembers)[number]['role']
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
      {gear[role]}
    </svg>
  )
}

const gear: Readonly<Record<PortraitProps['role'], ReactNode>> = {
  founder: <CrystalHood />,
  administrator: <GasMask />,
  moderator: <Helmet />,
  builder: <HardHat />,
}

/** A hood, dark inside, and a crystal on a cord. */
function CrystalHood() {
  return (
    <>
      <path fill="#1c2a22" d="m160 22-38 26-8 62 22 32h48l22-32-8-62z" />
      <path fill="#33493c" d="m160 22-38 26-8 62 22 32 2-34-6-46 28-22z" />
      <path fill="#0f1813" d="m160 22 38 26 8 62-22 32-2-34 6-46-28-22z" />
      <path fill="#050906" d="m160 44-26 20 4 42 14 20h16l14-20 4-42z" />
      <path fill="#6bff4d" d="m142 82 12 3-1 6-9-1zM178 82l-12 3 1 6 9-1z" />
      <path fill="#d8ffcf" d="m142 82 7 2-4 3zM178 82l-7 2 4 3z" />
      <path fill="#2a3a30" d="m134 112 26 16 26-16 2 20-28 18-28-18z" />
      <path fill="none" stroke="#6d5340" strokeWidth="2" d="m138 142 22 20 22-20" />
      <path fill="#6bff4d" d="m160 156 9 11-4 20-5 5-5-5-4-20z" />
      <path fill="#d2ffc0" d="m160 156-9 11 9 4z" />
      <path fill="#2fb53f" d="m160 171 9-4-4 20-5 5z" />
    </>
  )
}

/** A fur hat over a gas mask. */
function GasMask() {
  return (
    <>
      <path fill="#5a4630" d="m118 66 10-30 32-16 32 16 10 30-8 10h-68z" />
      <path fill="#7d613f" d="m118 66 10-30 32-16-8 34-6 22h-20z" />
      <path fill="#46361f" d="m192 36 10 30-8 10h-18l4-34z" />
      <path fill="#2e2416" d="M114 64h92l-4 16h-84z" />
      <path fill="#6d5340" d="m108 70 16 8 2 38-12-8zM212 70l-16 8-2 38 12-8z" />
      <path fill="#38463d" d="M122 80h76l-4 40-16 22h-36l-16-22z" />
      <path fill="#4c5c52" d="M122 80h38v62h-18l-16-22z" />
      <path fill="#0b100d" d="m128 86 26 3-2 22-18-2zM192 86l-26 3 2 22 18-2z" />
      <path fill="#6bff4d" d="m132 90 19 2-1 15-13-2zM188 90l-19 2 1 15 13-2z" />
      <path fill="#d8ffcf" d="m132 90 12 1-9 9zM169 92l11-1-10 9z" />
      <path fill="#141b17" d="m144 122 16-8 16 8v22l-16 10-16-10z" />
      <path fill="#5f7266" d="m144 122 16-8 16 8-16 6z" />
      <path fill="#26312a" d="M148 130h24v4h-24zM148 138h24v4h-24z" />
    </>
  )
}

/** A ballistic helmet, a balaclava and a radio. */
function Helmet() {
  return (
    <>
      <path fill="#1a211d" d="m126 70 68-2 2 44-14 28h-44l-14-28z" />
      <path fill="#2b352f" d="m126 70 34-1v71h-22l-14-28z" />
      <path fill="#c79a78" d="m130 84 60-1-2 18-28 4-28-4z" />
      <path fill="#a87c5c" d="m160 84 30-1-2 18-28 4z" />
      <path fill="#141b17" d="m138 90 14 2-2 6-10-2zM182 90l-14 2 2 6 10-2z" />
      <path fill="#3f5741" d="m114 78 6-36 22-20h36l22 20 6 36-14 4H128z" />
      <path fill="#587a5a" d="m114 78 6-36 22-20h18l-12 60h-20z" />
      <path fill="#2c3d30" d="m178 22 22 20 6 36-14 4h-18z" />
      <path fill="#1d2a22" d="M150 30h20l4 14h-28z" />
      <path fill="#6bff4d" d="M156 34h8l2 6h-12z" />
      <path fill="#1d2a22" d="m108 80 16-4v36l-12 2-6-10zM212 80l-16-4v36l12 2 6-10z" />
      <path fill="none" stroke="#0b100d" strokeWidth="5" d="m114 110 10 20 24 4" />
      <path fill="#52735b" d="m146 129 12 2v8l-12-1z" />
      <path fill="#1d2a22" d="M210 156h16v34h-16z" />
      <path fill="#ffb648" d="M213 161h10v6h-10z" />
      <path stroke="#1d2a22" strokeWidth="3" d="M222 156v-22" />
    </>
  )
}

/** A hard hat with a lamp, goggles and a beard. */
function HardHat() {
  return (
    <>
      <path fill="#c79a78" d="M126 76h68v40l-14 22h-40l-14-22z" />
      <path fill="#a87c5c" d="M160 76h34v40l-14 22h-20z" />
      <path fill="#5f4730" d="m126 100 12 6 22-4 22 4 12-6-2 24-16 22h-32l-16-22z" />
      <path fill="#7d613f" d="m126 100 12 6 22-4v44h-16l-16-22z" />
      <path fill="#2a1f18" d="M148 114h24l-4 6h-16z" />
      <path fill="#0b100d" d="M122 78h76v8l-8 14h-24l-6-6-6 6h-24l-8-14z" />
      <path fill="#6bff4d" fillOpacity=".75" d="M130 82h24l-3 13h-16zM166 82h24l-5 13h-16z" />
      <path fill="#d8ffcf" d="M130 82h12l-9 9zM166 82h12l-11 9z" />
      <path fill="#c9862a" d="m116 66 8-28 24-18h24l24 18 8 28z" />
      <path fill="#ffb648" d="m116 66 8-28 24-18h12l-8 46z" />
      <path fill="#8a5b1b" d="m172 20 24 18 8 28h-16l-6-30z" />
      <path fill="#ffb648" d="M106 66h108l-6 12h-96z" />
      <path fill="#1d2a22" d="M146 40h28v22h-28z" />
      <path fill="#f4fff0" d="m152 45 8-3 8 3v10l-8 4-8-4z" />
    </>
  )
}
