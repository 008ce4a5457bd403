import type { Selectable } from 'kysely'
import { previewOf, type ReportReason } from '#domain/team.ts'
import type { TeamListingsTable } from '#server/db/team-tables.ts'
import type { StaffMessage } from '#server/providers/discord/staff-channel.ts'
import type { Services, Trx } from '#server/services/context.ts'

/** Reports cost nothing to make; more than these in ten minutes are news to nobody. */
const messagesPerWindow = 10
const windowMilliseconds = 10 * 60 * 1000

/**
 * Tells the staff that a listing was reported: once until it has looked at the reports, and with a
 * later report when there were too many messages.
 * `occasion` is how many it had looked at before.
 */
export async function queueReportMessage(
  { jobs, clock }: Services,
  trx: Trx,
  listingId: string,
  occasion: number,
): Promise<void> {
  const { recent } = await trx
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('recent'))
    .where('kind', '=', 'listing_reported')
    .where('created_at', '>', new Date(clock().getTime() - windowMilliseconds))
    .executeTakeFirstOrThrow()
  if (recent >= messagesPerWindow) return
  const message = await trx
    .insertInto('messages')
    .values({
      kind: 'listing_reported',
      team_listing_id: listingId,
      dedupe_key: `listing_reported:${listingId}:${occasion}`,
      created_at: clock(),
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (message) await jobs.sendMessage(trx, message.id)
}

// The staff reads French, the language of the community.

const reasons: Readonly<Record<ReportReason, string>> = {
  spam: 'publicité ou spam',
  insult: 'insultes ou haine',
  fraud: 'arnaque ou usurpation d’identité',
  minor_at_risk: 'mineur en danger',
  other: 'autre',
}

type ReportedListing = Pick<
  Selectable<TeamListingsTable>,
  'discord_username' | 'description' | 'deleted_at' | 'removed_at'
>

/** What the staff is told of a reported listing, as it stands when the message is sent. */
export function composeReportMessage(
  listing: ReportedListing,
  openReasons: readonly ReportReason[],
): StaffMessage {
  const isDone =
    listing.deleted_at !== null || listing.removed_at !== null || openReasons.length === 0
  const told = [...new Set(openReasons)].map((reason) => reasons[reason]).join(', ')
  return {
    title: '🚩 Annonce d’équipe signalée',
    color: isDone ? 0x4dff9e : 0xf5a524,
    thumbnailUrl: null,
    fields: [
      { name: 'Discord', value: listing.discord_username },
      { name: 'Annonce', value: previewOf(listing.description) },
      { name: 'Motif', value: told },
      {
        name: 'À faire',
        value: isDone
          ? 'Rien\u00A0: l’annonce a été retirée, ou le signalement traité entre-temps.'
          : 'La lire dans l’administration, section Annonces, puis la retirer ou classer le signalement.',
      },
    ],
  }
}
