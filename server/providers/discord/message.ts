/** A button that leads somewhere, or one whose press comes back to us with its id. */
export type Button = { readonly label: string } & (
  | { readonly url: string }
  | { readonly id: string; readonly tone?: 'success' }
)

/** The parts of a message, in Discord's Markdown. An update leaves a part as it is that it does not have. */
export interface MessageParts {
  /** A line above the rest. */
  readonly note?: string
  readonly title?: string
  readonly text?: string
  /** Up to five. */
  readonly buttons?: readonly Button[]
}

/** What follows from a command or the press of a button: a new message, or another one in its place. */
export type InteractionAnswer =
  | { readonly kind: 'pong' }
  | { readonly kind: 'message'; readonly isPrivate: boolean; readonly message: MessageParts }
  | { readonly kind: 'update'; readonly message: MessageParts }
  /** The message comes later, by a call of ours. */
  | { readonly kind: 'later'; readonly isPrivate: boolean }
  | { readonly kind: 'update later' }

/** Discord's limit of an embed's description. */
const longestText = 4096
const crystal = 0x4dff9e
export const privateFlag = 64

/** A message as Discord takes it. It can mention nobody. */
export function messageBody({ note, title, text, buttons = [] }: MessageParts) {
  return {
    allowed_mentions: { parse: [] },
    ...(note !== undefined && { content: note }),
    ...(text !== undefined && {
      embeds: [
        { color: crystal, ...(title && { title }), description: text.slice(0, longestText) },
      ],
    }),
    components: buttonRow(buttons),
  }
}

const styles = { secondary: 2, success: 3, link: 5 } as const

export function buttonRow(buttons: readonly Button[]) {
  if (buttons.length === 0) return []
  const components = buttons.map((button) => ({
    type: 2,
    label: button.label,
    ...('url' in button
      ? { style: styles.link, url: button.url }
      : { style: styles[button.tone ?? 'secondary'], custom_id: button.id }),
  }))
  return [{ type: 1, components }]
}

/** The body that answers an interaction. https://docs.discord.com/developers/interactions/receiving-and-responding */
export function interactionBody(answer: InteractionAnswer): object {
  const flags = 'isPrivate' in answer && answer.isPrivate ? privateFlag : 0
  if (answer.kind === 'pong') return { type: 1 }
  if (answer.kind === 'message') return { type: 4, data: { ...messageBody(answer.message), flags } }
  if (answer.kind === 'later') return { type: 5, data: { flags } }
  if (answer.kind === 'update later') return { type: 6 }
  return { type: 7, data: messageBody(answer.message) }
}
