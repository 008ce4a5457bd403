import type { Button } from '#server/providers/discord/message.ts'
import type { MessageTexts } from './message-texts.ts'

/** What a press does: its name and its subject, in the id of the button. */
const idOf = (action: 'hand_over' | 'start' | 'retry', subject: string) =>
  `staff:${action}:${subject}`

/** What the staff can do with an order from its message. */
export function orderButtons(
  { 'discord-answers': texts }: MessageTexts,
  publicOrigin: string,
  orderId: string,
  steps: readonly ('hand_over' | 'start')[],
): readonly Button[] {
  return [
    ...steps.map((step): Button => {
      const id = idOf(step, orderId)
      return { label: texts[step], id, ...(step === 'hand_over' && { tone: 'success' }) }
    }),
    { label: texts.open, url: `${publicOrigin}/admin?section=orders&search=${orderId}` },
  ]
}

/** What the staff can do with a way of delivering perks that fails. */
export function adapterButtons(
  { 'discord-answers': texts }: MessageTexts,
  publicOrigin: string,
  adapter: string,
): readonly Button[] {
  return [
    { label: texts.retry, id: idOf('retry', adapter) },
    { label: texts.open, url: `${publicOrigin}/admin?section=perks` },
  ]
}
