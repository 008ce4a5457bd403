import type { Services } from '#server/services/context.ts'

/** Deletes listings that were deleted or have ended before then, with their reports. */
export async function forgetListings(
  { db }: Services['database'],
  { endedBefore }: { readonly endedBefore: Date },
): Promise<void> {
  await db
    .deleteFrom('team_listings')
    .where((eb) => eb.or([eb('deleted_at', '<', endedBefore), eb('expires_at', '<', endedBefore)]))
    .execute()
}
