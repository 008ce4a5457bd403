import { DiscordLink } from '#web/components/discord-link.tsx'
import { Link } from '#web/components/link.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** What can be done: wait for the first answer, spend what came, ask once more, or buy again. */
export type OfferedActions = 'wait' | 'spend' | 'ask' | 'again'

interface SettlementActionsProps {
  readonly offered: OfferedActions
  readonly isAsking: boolean
  readonly onAsk: () => void
}

export function SettlementActions({ offered, isAsking, onAsk }: SettlementActionsProps) {
  if (offered === 'wait') return <Spinner className="size-10 text-crystal" />
  if (offered === 'spend') return <SpendActions />
  return (
    <>
      {offered === 'ask' ? (
        <Button size="large" pending={isAsking} pendingLabel={m.packs_asking()} onClick={onAsk}>
          {m.packs_retry()}
        </Button>
      ) : (
        <Link href={paths.kryptoPoints()} className={buttonClass({ size: 'large' })}>
          {m.packs_back()}
        </Link>
      )}
      <DiscordLink
        target="_blank"
        rel="noreferrer"
        className={buttonClass({ tone: 'secondary', size: 'large' })}
      >
        {m.packs_contact()}
      </DiscordLink>
    </>
  )
}

function SpendActions() {
  return (
    <>
      <Link href={paths.shop()} className={buttonClass({ size: 'large' })}>
        {m.packs_to_shop()}
      </Link>
      <Link
        href={paths.kryptoPoints()}
        className={buttonClass({ tone: 'secondary', size: 'large' })}
      >
        {m.packs_back()}
      </Link>
      <Link href={paths.wallet()} className={buttonClass({ tone: 'quiet', size: 'large' })}>
        {m.packs_to_wallet()}
      </Link>
    </>
  )
}
