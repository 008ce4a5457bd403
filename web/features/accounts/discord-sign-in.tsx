import type { ComponentProps } from 'react'
import { useSignIn } from '#web/app/session.ts'
import { DiscordMark } from '#web/art/discord-mark.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'

/** A button that signs in with Discord, for pages that show more to a signed-in player. */
export function DiscordSignIn(
  look: Pick<ComponentProps<typeof Button>, 'tone' | 'size' | 'className'>,
) {
  const { pending, start } = useSignIn()
  return (
    <Button {...look} pending={pending} onClick={start} icon={<DiscordMark className="size-5" />}>
      {m.orders_sign_in()}
    </Button>
  )
}
