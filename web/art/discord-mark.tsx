import discordMark from './discord-mark.svg?raw'
import { Drawing } from './drawing.tsx'

/** Discord's mark, used only on links to Discord and on the button that signs in with it. */
export function DiscordMark({ className = 'size-6' }: { readonly className?: string }) {
  return <Drawing svg={discordMark} className={`shrink-0 ${className}`} />
}
