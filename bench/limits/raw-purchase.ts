import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import pg from 'pg'
import { z } from 'zod'

/**
 * The minimal purchase, as a limit for the product: Node's own HTTP server, the driver, and one SQL
 * function, or the same in five statements. It must never grow features.
 */
const [url = '', port = '', mode = 'function'] = process.argv.slice(2)
const connections = 16
const pool = new pg.Pool({ connectionString: url, max: connections })

const purchase = z.object({ steamId: z.string(), itemId: z.uuid() })
type Purchase = z.output<typeof purchase>

async function byFunction(key: string, { steamId, itemId }: Purchase): Promise<number> {
  const { rows } = await pool.query<{ balance: string }>({
    name: 'buy',
    text: 'select limit_buy($1, $2, $3) as balance',
    values: [key, steamId, itemId],
  })
  return Number(rows[0]?.balance)
}

async function byStatements(key: string, { steamId, itemId }: Purchase): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const items = await client.query<{ price: number }>({
      name: 'item',
      text: 'select price from limit_items where id = $1',
      values: [itemId],
    })
    const price = items.rows[0]?.price ?? 0
    const balances = await client.query<{ balance: string }>({
      name: 'spend',
      text: `update limit_balances set balance = balance - $2
        where steam_id = $1 and balance >= $2 returning balance`,
      values: [steamId, price],
    })
    await client.query({
      name: 'line',
      text: 'insert into limit_lines (steam_id, amount, source) values ($1, $2, $3)',
      values: [steamId, -price, key],
    })
    await client.query('commit')
    return Number(balances.rows[0]?.balance)
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const buy = mode === 'statements' ? byStatements : byFunction

createServer((request, response) => {
  if (request.method !== 'POST') {
    response.end()
    return
  }
  const answer = async (): Promise<void> => {
    const key = String(request.headers['idempotency-key'])
    const balance = await buy(key, purchase.parse(await json(request)))
    const body = JSON.stringify({ message: 'bought', balance })
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    })
    response.end(body)
  }
  answer().catch((error: unknown) => {
    response.writeHead(500).end(String(error))
  })
}).listen(Number(port), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
