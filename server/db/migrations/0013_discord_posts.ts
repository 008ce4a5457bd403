import { sql, type Kysely } from 'kysely'

/** What the bot has posted in the channels of the community. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table discord_posts (
      subject text primary key,
      order_id uuid references orders (id) on delete cascade,
      channel_id text not null,
      message_id text,
      text text,
      posted_at timestamptz,
      next_at timestamptz not null
    )`.execute(db)
  await sql`
    comment on table discord_posts is
      'What the Discord bot has posted in the channels of the community, or is about to.'`.execute(
    db,
  )
  await sql`
    comment on column discord_posts.subject is
      '\`status\`, \`thanks/<order>\`, \`news/<slug>\` or \`notice/<id>\`: each is posted once.'`.execute(
    db,
  )
  await sql`
    comment on column discord_posts.message_id is
      'At Discord; null while it is not posted, and once it is removed.'`.execute(db)
  await sql`
    comment on column discord_posts.text is
      'Of the status, what its message says, to see whether it changes.'`.execute(db)
  await sql`
    comment on column discord_posts.posted_at is 'When it was last posted or edited.'`.execute(db)
  await sql`
    comment on column discord_posts.next_at is
      'No process calls Discord about it before this time; the one that calls moves it.'`.execute(
    db,
  )
  await sql`
    create unique index discord_posts_of_order on discord_posts (order_id)
    where order_id is not null`.execute(db)
}
