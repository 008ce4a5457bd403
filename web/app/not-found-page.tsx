import { Picture } from '#web/art/drawing.tsx'
import { Icon } from '#web/art/icon.tsx'
import lost from '#web/art/lost.svg?raw'
import { ButtonLink, Link } from './links.tsx'
import { Screen } from '#web/ui/layout.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#contract/paths.ts'

export default function NotFoundPage() {
  return (
    <Screen
      eyebrow={m.not_found_eyebrow()}
      title={m.not_found_title()}
      text={m.not_found_text()}
      picture={<Picture svg={lost} />}
    >
      <ButtonLink href={paths.home()} size="large">
        {m.go_home()}
      </ButtonLink>
      <Suggestions />
    </Screen>
  )
}

const suggestions = [
  { href: paths.servers(), icon: 'server', label: m.section_servers },
  { href: paths.guides(), icon: 'guide', label: m.section_guides },
  { href: paths.rules(), icon: 'rules', label: m.section_rules },
  { href: paths.donation(), icon: 'donate', label: m.donation_title },
  { href: paths.shop(), icon: 'crystal', label: m.section_skin_shop },
] as const

/** The pages that most visitors want. */
function Suggestions() {
  return (
    <nav aria-labelledby="suggestions" className="mt-5 basis-full border-t border-line pt-5">
      <h2 id="suggestions" className="mb-2 text-base text-muted">
        {m.not_found_suggestions()}
      </h2>
      <ul className="-ml-3 flex flex-wrap gap-x-2">
        {suggestions.map(({ href, icon, label }) => (
          <li key={href}>
            <Link
              href={href}
              className="inline-flex min-h-11 items-center gap-2 px-3 hover:text-crystal"
            >
              <Icon name={icon} className="size-5 text-crystal" />
              <span>{label()}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
