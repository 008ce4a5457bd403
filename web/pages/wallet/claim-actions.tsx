import type { SteamClaimsView } from '#contract/kryptonite.ts'
import { DiscordMark } from '#web/art/discord-mark.tsx'
import { Icon } from '#web/art/icon.tsx'
import type { AnswerControl } from '#web/api/use-answer.ts'
import { useSignIn } from '#web/components/use-sign-in.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { useSteamLink } from '#web/wallet/use-steam-link.ts'

export function DiscordSignIn() {
  const { pending, start } = useSignIn()
  return (
    <Button
      className="px-3"
      pending={pending}
      onClick={start}
      icon={<DiscordMark className="size-5" />}
    >
      {m.orders_sign_in()}
    </Button>
  )
}

interface LinkSteamProps {
  readonly label: string
  readonly tone?: 'primary' | 'secondary'
  readonly claims: AnswerControl<SteamClaimsView>
}

/** Leads to Steam and, for who turns out to be signed out, to the sign-in first. */
export function LinkSteam({ label, tone = 'primary', claims: { askAgain } }: LinkSteamProps) {
  const { pending, start } = useSteamLink(() => void askAgain())
  return (
    <Button
      tone={tone}
      className="px-3"
      pending={pending}
      onClick={start}
      icon={<Icon name="shield" className="size-5" />}
    >
      {label}
    </Button>
  )
}
