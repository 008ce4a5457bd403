import { sql, type Kysely } from 'kysely'

/**
 * What a buyer and the staff write to each other about an order, the staff's notes of before among it.
 * `messages` are those to Discord.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table order_messages (
      id bigint generated always as identity primary key,
      order_id uuid not null references orders (id) on delete cascade,
      author text,
      text text not null check (text <> ''),
      picture bytea,
      at timestamptz not null,
      read_at timestamptz,
      notified_at timestamptz
    )`.execute(db)
  await sql`
    comment on column order_messages.author is
      'Of the staff, as in \`audit_log\`; null for the buyer.'`.execute(db)
  await sql`
    comment on column order_messages.picture is
      'As we encoded it. What is in \`images\` is public.'`.execute(db)
  await sql`
    comment on column order_messages.read_at is 'When the other side first saw it.'`.execute(db)
  await sql`
    comment on column order_messages.notified_at is
      'When a Discord message about it was tried, to a buyer who has chosen that.'`.execute(db)
  await sql`create index order_messages_of_order on order_messages (order_id, id)`.execute(db)
  await sql`
    create index order_messages_unread on order_messages (order_id) where read_at is null`.execute(
    db,
  )
  await sql`
    insert into order_messages (order_id, author, text, picture, at, read_at)
    select p.order_id, n.author, n.text, images.bytes, n.at, n.at
    from task_notes n join purchases p on p.id = n.purchase_id
    left join images on n.picture_url = '/images/' || images.hash || '.webp'
    order by n.id`.execute(db)
  await sql`delete from task_notes where purchase_id is not null`.execute(db)
  await sql`alter table task_notes drop column purchase_id`.execute(db)
  await sql`alter table task_notes alter column skin_purchase_id set not null`.execute(db)
  await sql`comment on table task_notes is 'What the staff wrote to the buyer of a skin.'`.execute(
    db,
  )
}
