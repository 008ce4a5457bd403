import { DiscordMark } from '#web/art/discord-mark.tsx'
import { LoginGatePicture } from '#web/art/login-gate-picture.tsx'
import { DiscordLink } from '#web/components/discord-link.tsx'
import { Link } from '#web/components/link.tsx'
import { Screen } from '#web/components/screen.tsx'
import { useSignIn } from '#web/components/use-sign-in.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'

/** The order is another browser's, or nobody's: which of the two, only its buyer may know. */
export function MissingOrder() {
  const { user } = useSession()
  return (
    <Screen
      eyebrow={m.orders_title()}
      title={m.receipt_missing_title()}
      text={m.receipt_missing_text()}
      picture={<LoginGatePicture />}
    >
      {!user && <SignIn />}
      <Link href={paths.orders()} className={buttonClass({ tone: 'secondary', size: 'large' })}>
        {m.receipt_all_orders()}
      </Link>
      <DiscordLink className={buttonClass({ tone: 'quiet', size: 'large' })}>
        {m.checkout_contact()}
      </DiscordLink>
    </Screen>
  )
}

function SignIn() {
  const { pending, start } = useSignIn()
  return (
    <Button
      size="large"
      pending={pending}
      onClick={start}
      icon={<DiscordMark className="size-5" />}
    >
      {m.orders_sign_in()}
    </Button>
  )
}
