import pg from 'pg'

const accounts = 1000
const krEach = 1_000_000

/** A skin of 1 Kr. */
export const soldItem = {
  id: '5f0c6f0e-0000-4000-8000-000000000001',
  name: 'Crystal Mosin',
  price: 1,
} as const

export const buyingPath = '/functions/v1/process-krypto-skin-purchase'

/** Players who can buy. */
export const steamIds: readonly string[] = Array.from({ length: accounts }, (_, index) =>
  String(76561198000000000n + BigInt(index)),
)

/** Puts the skin into the shop of a migrated database, and Kr on every account. */
export async function stockShop(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `insert into shop_items (id, name, price, image_url) values ($1, $2, $3, '/x')`,
    [soldItem.id, soldItem.name, soldItem.price],
  )
  await client.query(
    `select move_kr(id, 'bench', $2, 'admin_add', 'bench', 'bench:' || id, now())
      from unnest($1::text[]) id`,
    [steamIds, krEach],
  )
  await client.query('analyze krypto_balance, shop_items')
  await client.end()
}
