import type { teamMembers } from '#site/community.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { formatLocale, getLocale } from '#web/i18n/runtime.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Portrait } from './portrait.tsx'

type Member = (typeof teamMembers)[number]

interface MemberCardProps {
  readonly member: Member
  /** Which jacket is drawn, so that two of one role differ. */
  readonly jacket: number
}

const roles = {
  founder: { title: m.staff_founder, text: m.staff_founder_text },
  administrator: { title: m.staff_administrator, text: m.staff_administrator_text },
  moderator: { title: m.staff_moderator, text: m.staff_moderator_text },
  builder: { title: m.staff_builder, text: m.staff_builder_text },
} as const satisfies Record<Member['role'], unknown>

/** One of the staff. */
export function MemberCard({ member: { name, role, languages }, jacket }: MemberCardProps) {
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
