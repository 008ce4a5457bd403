import { escapeMarkdown } from '#domain/discord-text.ts'
import type { Right } from '#domain/rights.ts'
import { isSteamId64 } from '#domain/steam-id64.ts'
import type { InteractionAnswer, MessageParts } from '#server/providers/discord/message.ts'
import type { Admin } from '#server/services/audit/audit-log.ts'
import type { Services } from '#server/services/context.ts'
import { adapterButtons, orderButtons } from '#server/services/messages/message-buttons.ts'
import { fill } from '#server/services/messages/message-texts.ts'
import { changeDelivery } from '#server/services/orders/admin-orders.ts'
import { retryAdapter } from '#server/services/perks/admin-adapters.ts'
import { requireRight } from '#server/services/require-right.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { findStaff } from '#server/services/staff/authenticate-admin.ts'
import { readPlayer, searchPlayers } from '#server/services/staff/players.ts'
import { changeTask } from '#server/services/tasks/tasks.ts'
import type { Asker, Options } from './asker.ts'
import { describePerk } from './player-commands.ts'

/** Refuses with `forbidden` whoever lacks the right on the site, whatever their roles in Discord. */
async function staffWith(services: Services, asker: Asker, right: Right): Promise<Admin> {
  const admin = await findStaff(services, asker.discordId)
  if (!admin) throw new ServiceError('forbidden', { needs: right })
  requireRight(admin, right)
  return admin
}

/** The player whom a search finds, in short; several by name. */
export async function showPlayer(
  services: Services,
  asker: Asker,
  options: Options,
): Promise<MessageParts> {
  const admin = await staffWith(services, asker, 'players')
  const { texts } = asker
  const search = String(options.get('search') ?? '').trim()
  const [first, ...others] = await searchPlayers(services, search)
  if (!first || !isSteamId64(first.steamId)) return { text: texts.player_none }
  if (others.length > 0) {
    const found = [first, ...others].slice(0, 10)
    const lines = found.map(
      ({ steamId, names }) => `\`${steamId}\` ${escapeMarkdown(names.join(', '))}`,
    )
    return { text: lines.join('\n'), buttons: [openPlayers(services, asker, { search })] }
  }
  const { steamId } = first
  const player = await readPlayer(services, admin, steamId)
  const open = player.orders.filter(
    (order) =>
      order.status === 'paid' && order.delivered_at === null && !order.is_delivered_by_adapter,
  )
  const perks = player.perks.map((perk) => describePerk(services, asker, perk))
  const amount = new Intl.NumberFormat(asker.language).format(player.balance)
  return {
    title: player.names.map(escapeMarkdown).join(', ') || steamId,
    text: [
      `Steam ID \`${steamId}\``,
      fill(texts.player_account, {
        name: player.account ? escapeMarkdown(player.account.name) : texts.none,
      }),
      fill(texts.kr, { amount }),
      fill(texts.player_orders, { count: player.orders.length, open: open.length }),
      fill(texts.player_perks, { perks: perks.length > 0 ? `\n${perks.join('\n')}` : texts.none }),
    ].join('\n'),
    buttons: [openPlayers(services, asker, { steamId })],
  }
}

function openPlayers(
  { config }: Services,
  { texts }: Asker,
  filters: { readonly search: string } | { readonly steamId: string },
) {
  const query = new URLSearchParams({ section: 'players', ...filters })
  return { label: texts.player_open, url: `${config.publicOrigin}/admin?${query.toString()}` }
}

/**
 * The press of a button under a message to the staff, whose texts stay in the staff's language: what was
 * done and by whom comes above it, and the buttons go that no longer help.
 */
export async function pressStaffButton(
  services: Services,
  asker: Asker,
  [action = '', id = '']: readonly string[],
): Promise<InteractionAnswer> {
  const { staffTexts, config } = services
  const { 'discord-answers': texts } = staffTexts
  const done = (note: string, buttons: MessageParts['buttons'] = []): InteractionAnswer => ({
    kind: 'update',
    message: { note: fill(note, { name: escapeMarkdown(asker.name) }), buttons },
  })
  if (action === 'retry') {
    await retryAdapter(services, await staffWith(services, asker, 'adapters'), id)
    return done(texts.retried, adapterButtons(staffTexts, config.publicOrigin, id))
  }
  const admin = await staffWith(services, asker, 'orders.deliver')
  const buttons = (steps: Parameters<typeof orderButtons>[3]) =>
    orderButtons(staffTexts, config.publicOrigin, id, steps)
  if (action === 'start') {
    await changeTask(services, admin, id, { state: 'in_progress', from: 'open' })
    return done(texts.started, buttons(['hand_over']))
  }
  await changeDelivery(services, admin, id, true)
  return done(texts.handed_over, buttons([]))
}
