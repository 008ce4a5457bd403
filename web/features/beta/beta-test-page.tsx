import hatchOpen from '#web/art/beta-hatch-open.svg?raw'
import { Picture } from '#web/art/drawing.tsx'
import { Icon } from '#web/art/icon.tsx'
import { Link } from '#web/app/links.tsx'
import { Screen } from '#web/ui/layout.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#contract/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'

export default function BetaTestPage() {
  return (
    <Screen
      eyebrow={m.section_beta()}
      title={m.beta_test_title()}
      text={m.beta_test_text()}
      picture={<Picture svg={hatchOpen} />}
    >
      <Link href={paths.home()} className={buttonClass({ size: 'large' })}>
        <Icon name="back" className="size-5" />
        {m.nav_back()}
      </Link>
    </Screen>
  )
}
