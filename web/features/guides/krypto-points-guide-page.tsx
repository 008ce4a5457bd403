import readGuide from 'content:guides/kryptopoints'
import { Link } from '#web/app/links.tsx'
import { DocumentPage } from './document-page.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/app/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { KrText } from '#web/ui/labels.tsx'

/** The page behind the balance in the bar: what Kr are, with links to buy and to view them. */
export default function KryptoPointsGuidePage() {
  return <DocumentPage document={readGuide()} action={<KrActions />} />
}

function KrActions() {
  return (
    <div className="flex flex-wrap gap-3">
      <Link href={paths.kryptoPoints()} className={buttonClass({ size: 'large' })}>
        <KrText>{m.wallet_get_kr()}</KrText>
      </Link>
      <Link href={paths.wallet()} className={buttonClass({ tone: 'secondary', size: 'large' })}>
        {m.packs_to_wallet()}
      </Link>
    </div>
  )
}
