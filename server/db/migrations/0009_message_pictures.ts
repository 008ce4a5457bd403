import { sql, type Kysely } from 'kysely'

/**
 * Pictures are kept with the messages about orders, because everybody who knows the address of one in
 * `images` can see it. The next clean-up deletes those there that nothing shows any more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table order_messages add column picture bytea`.execute(db)
  await sql`
    comment on column order_messages.picture is
      'As we encoded it. What is in \`images\` is public.'`.execute(db)
  await sql`
    update order_messages set picture = images.bytes from images
    where picture_url = '/images/' || images.hash || '.webp'`.execute(db)
  await sql`alter table order_messages drop column picture_url`.execute(db)
}
