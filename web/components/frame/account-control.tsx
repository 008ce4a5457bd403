import { Icon } from '#web/art/icon.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { signOut, useSession } from '#web/session.ts'
import { toast } from '#web/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { toastUnexpectedError, useSignIn } from '#web/components/use-sign-in.ts'
import { Avatar } from './avatar.tsx'

/** Who is signed in, and the one button that signs in or out. */
export function AccountControl() {
  const { user } = useSession()
  const { pending, start } = useSignIn()
  if (!user) {
    return (
      <Button
        tone="secondary"
        pending={pending}
        onClick={start}
        icon={<Icon name="log-in" className="size-5" />}
      >
        {m.nav_sign_in()}
      </Button>
    )
  }
  return (
    <div className="flex min-w-0 items-center gap-2">
      <span
        className="flex min-w-0 items-center gap-2"
        title={m.nav_signed_in_as({ name: user.name })}
      >
        <Avatar user={user} />
        <span className="max-w-36 min-w-0 truncate font-display font-semibold">{user.name}</span>
      </span>
      <Button tone="quiet" onClick={leave} icon={<Icon name="log-out" className="size-5" />}>
        <span className="xl:max-2xl:sr-only">{m.nav_sign_out()}</span>
      </Button>
    </div>
  )
}

function leave(): void {
  signOut().then(
    () => toast({ title: m.session_goodbye_title(), description: m.session_goodbye_text() }),
    toastUnexpectedError,
  )
}
