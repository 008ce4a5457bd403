import readGuide from 'content:guides/kryptopoints'
import { ButtonLink } from '#web/app/links.tsx'
import { DocumentPage } from './document-page.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/app/paths.ts'
import { KrText } from '#web/ui/labels.tsx'

/** The page behind the balance in the bar: what Kr are, with links to buy and to view them. */
export default function KryptoPointsGuidePage() {
  return <DocumentPage document={readGuide()} action={<KrActions />} />
}

function KrActions() {
  return (
    <div className="flex flex-wrap gap-3">
      <ButtonLink href={paths.kryptoPoints()} size="large">
        <KrText>{m.buy_kr()}</KrText>
      </ButtonLink>
      <ButtonLink href={paths.wallet()} tone="secondary" size="large">
        {m.to_wallet()}
      </ButtonLink>
    </div>
  )
}
