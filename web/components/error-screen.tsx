import { siteConfig } from '../../site.config.ts'
import { ErrorStormPicture } from '../art/error-storm-picture.tsx'
import { m } from '../i18n/paraglide/messages.js'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Screen } from './screen.tsx'

/** What a visitor sees when a page breaks. */
export function ErrorScreen() {
  return (
    <Screen title={m.error_title()} text={m.error_text()} picture={<ErrorStormPicture />}>
      <Button onClick={() => location.reload()}>{m.error_reload()}</Button>
      <ButtonLink tone="secondary" href={siteConfig.discordInviteUrl}>
        {m.error_contact()}
      </ButtonLink>
    </Screen>
  )
}
