import { DiscordMark } from '#web/art/discord-mark.tsx'
import { useSignIn } from '#web/components/use-sign-in.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { useSession } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'

/** Why an order may be missing here, and how it comes. */
export function BoughtElsewhere() {
  const { user } = useSession()
  return (
    <Panel title={m.orders_elsewhere_title()} className="text-start">
      <p className="text-muted">
        {user ? m.orders_elsewhere_player() : m.orders_elsewhere_visitor()}
      </p>
      {!user && <SignIn />}
    </Panel>
  )
}

function SignIn() {
  const { pending, start } = useSignIn()
  return (
    <Button
      tone="secondary"
      className="mt-4 w-full px-3"
      pending={pending}
      onClick={start}
      icon={<DiscordMark className="size-5" />}
    >
      {m.orders_sign_in()}
    </Button>
  )
}
