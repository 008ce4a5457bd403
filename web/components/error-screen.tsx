import { ErrorStormPicture } from '#web/art/error-storm-picture.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { DiscordLink } from './discord-link.tsx'
import { Screen } from './screen.tsx'

/** What a visitor sees when a page breaks. */
export function ErrorScreen() {
  return (
    <Screen title={m.error_title()} text={m.error_text()} picture={<ErrorStormPicture />}>
      <Button size="large" onClick={() => location.reload()}>
        {m.error_reload()}
      </Button>
      <DiscordLink className={buttonClass({ tone: 'secondary', size: 'large' })}>
        {m.error_contact()}
      </DiscordLink>
    </Screen>
  )
}
