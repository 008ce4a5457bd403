import { LostPicture } from '../art/lost-picture.tsx'
import { Link } from '../components/link.tsx'
import { Screen } from '../components/screen.tsx'
import { m } from '../i18n/paraglide/messages.js'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'

export default function NotFoundPage() {
  return (
    <Screen
      eyebrow={m.not_found_eyebrow()}
      title={m.not_found_title()}
      text={m.not_found_text()}
      picture={<LostPicture />}
    >
      <Link href={paths.home()} className={buttonClass({ size: 'large' })}>
        {m.go_home()}
      </Link>
    </Screen>
  )
}
