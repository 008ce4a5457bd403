import { DiscordMark } from '#web/art/discord-mark.tsx'
import { useSignIn } from '#web/components/use-sign-in.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** In place of the form of an account's listing, once nobody is signed in any more. */
export function SignedOutListing() {
  const { pending, start } = useSignIn()
  return (
    <Notice
      live
      tone="warning"
      className="self-start"
      title={m.team_form_signed_out_title()}
      action={
        <Button
          tone="secondary"
          pending={pending}
          onClick={start}
          icon={<DiscordMark className="size-5" />}
        >
          {m.orders_sign_in()}
        </Button>
      }
    >
      {m.team_form_signed_out()}
    </Notice>
  )
}
