import type { DeliveryFaultCode } from '#domain/delivery-faults.ts'
import type { Row } from '#server/db/schema.ts'
import type { StaffMessage } from '#server/providers/discord/staff-channel.ts'
import type { Services } from '#server/services/context.ts'
import { adapterButtons } from '#server/services/messages/message-buttons.ts'
import {
  messageColors,
  messageFields,
  type MessageTexts,
  type TextsByCode,
} from '#server/services/messages/message-texts.ts'

/** The message about an adapter or a single delivery that needs the staff, in its state when it is sent. */
export async function composePerkMessage(
  { database: { db }, staffTexts, config }: Pick<Services, 'database' | 'staffTexts' | 'config'>,
  message: Row<'messages'>,
): Promise<StaffMessage> {
  const { perk_adapter: adapter, perk_steam_id: steamId, perk } = message
  const columns = ['state', 'reason_code', 'reason_detail'] as const
  const subject =
    message.kind === 'perk_adapter_failed'
      ? await db
          .selectFrom('perk_adapters')
          .select(columns)
          .where('name', '=', adapter)
          .executeTakeFirst()
      : await db
          .selectFrom('perk_deliveries')
          .select(columns)
          .where('adapter', '=', adapter)
          .where('steam_id', '=', steamId)
          .where('perk', '=', perk)
          .executeTakeFirst()
  const { labels, perks: texts } = staffTexts
  const isFailing = subject?.state === 'needs_owner'
  return {
    title: steamId === null ? texts.adapter_failed : texts.delivery_failed,
    color: isFailing ? messageColors.red : messageColors.green,
    fields: messageFields(
      [labels.perk_adapter, adapter],
      [labels.steam_id, steamId],
      [labels.perk, perk],
      [labels.reason, isFailing ? subject.reason_detail : null],
      [
        labels.action,
        isFailing ? findAction(staffTexts, subject.reason_code) : texts.action_recovered,
      ],
    ),
    ...(isFailing &&
      adapter !== null && { buttons: adapterButtons(staffTexts, config.publicOrigin, adapter) }),
  }
}

function findAction({ perks: texts, ...topics }: MessageTexts, code: string | null): string {
  const actions: TextsByCode = topics['perk-actions'] satisfies Record<DeliveryFaultCode, string>
  return actions[code ?? ''] ?? texts.action_other
}
