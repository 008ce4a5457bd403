import { toHexColor, type RgbColor } from '#domain/color.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Notice } from '#web/ui/notice.tsx'
import { isHardToReadAtNight } from './readability.ts'
import { DayGround, NightGround } from './tag-grounds.tsx'
import { TagScene, type TaggedName } from './tag-scene.tsx'

export type TagKind = 'clan' | 'name'

interface TagPreviewProps {
  readonly kind: TagKind
  /** The clan's tag or the player's name; an example stands in while it is blank. */
  readonly text: string
  readonly color: RgbColor
}

/** How a tag looks over a head and in the chat, by night and by day. Grows to two scenes beside each other. */
export function TagPreview({ kind, text, color }: TagPreviewProps) {
  const hex = toHexColor(color)
  const tagged = taggedName(kind, text.trim(), hex)
  return (
    <div className="@container">
      <p className="sr-only">
        {m.tag_preview_label({ text: `${tagged.clan}${tagged.name}`, color: hex })}
      </p>
      <div className="grid gap-3 @lg:grid-cols-2">
        <TagScene ground={<NightGround />} caption={m.tag_preview_night()} tagged={tagged} />
        <TagScene ground={<DayGround />} caption={m.tag_preview_day()} tagged={tagged} />
      </div>
      <div aria-live="polite">
        {isHardToReadAtNight(color) && (
          <Notice tone="warning" className="mt-3">
            {m.tag_hard_to_read()}
          </Notice>
        )}
      </div>
    </div>
  )
}

const othersName = '#ffffff'

function taggedName(kind: TagKind, text: string, hex: string): TaggedName {
  if (kind === 'name') {
    return { clan: '', clanFill: othersName, name: text || m.tag_preview_name(), nameFill: hex }
  }
  const clan = `[${text || m.tag_preview_clan()}] `
  return { clan, clanFill: hex, name: m.tag_preview_name(), nameFill: othersName }
}
