import { createHash, randomBytes } from 'node:crypto'
import { adminByCode } from '#test/factories/admin.ts'
import { newSteamId } from '#test/factories/ledger.ts'
import type { TestShop } from '#test/shop.ts'
import { players, signIn, type PlayerName } from '#test/sign-in.ts'
import type { Visitor } from '#test/visitor.ts'

/** The callers, in the order of the table's columns. */
export const callers = [
  'anonymous',
  'owner',
  'other user',
  'admin by code',
  'admin by Discord',
  'manager',
  'support',
  'moderator',
  'expired',
  'forged',
  'signed out',
  'right secret',
  'other secret',
  'foreign page',
] as const
export type Caller = (typeof callers)[number]

type CallerHeaders = Readonly<Record<string, string>>

export interface People {
  /** The headers of each caller's browser. */
  readonly headers: Readonly<Record<Caller, CallerHeaders>>
  /** The credentials of owner and admin together, at our own page. */
  readonly everything: CallerHeaders
  readonly owner: Owner
}

/** The owner of the order, the listing and the claimed balance. */
export interface Owner {
  readonly userId: string
  readonly name: string
  readonly steamId: string
  readonly buyerHash: string
  readonly makerHash: string
}

/** Signs everybody in. `records.ts` makes the owner's data. */
export async function openPeople(shop: TestShop): Promise<People> {
  const expired = await signedInAdmin(shop, 'plain')
  await endAllSessions(shop)
  const signedOut = await leave(await signedInAdmin(shop, 'plain'))
  const owner = await signedIn(shop, 'plain')
  const everything = await signedInAdmin(shop, 'plain')
  const staff = { cookie: cookieOf((await signedIn(shop, 'hunter')).cookies) }
  const secrets = { buyer: newSecret(), maker: newSecret() }
  const own = new Map(everything.cookies)
  // The code gave another one.
  own.delete('buyer')
  const all: CallerHeaders = {
    cookie: `${cookieOf(own)}; buyer=${secrets.buyer}`,
    authorization: `Bearer ${secrets.maker}`,
  }
  return {
    headers: {
      anonymous: {},
      owner: { cookie: cookieOf(owner.cookies) },
      'other user': { cookie: cookieOf((await signedIn(shop, 'mallory')).cookies) },
      'admin by code': { cookie: cookieOf((await adminByCode(shop)).cookies) },
      // One account, whose role `callEndpoint` changes.
      'admin by Discord': staff,
      manager: staff,
      support: staff,
      moderator: staff,
      expired: { cookie: cookieOf(expired.cookies) },
      forged: {
        cookie: `${cookieOf(forge(own))}; buyer=${alter(secrets.buyer)}`,
        authorization: `Bearer ${alter(secrets.maker)}`,
      },
      'signed out': { cookie: cookieOf(signedOut) },
      'right secret': provenBy(secrets.buyer, secrets.maker),
      'other secret': provenBy(newSecret(), newSecret()),
      'foreign page': { ...all, origin: 'https://evil.example' },
    },
    everything: { ...all, origin: shop.origin },
    owner: {
      ...(await readUser(shop, 'plain')),
      steamId: await claimedSteamId(shop, 'plain'),
      buyerHash: hash(secrets.buyer),
      makerHash: hash(secrets.maker),
    },
  }
}

function provenBy(buyer: string, maker: string): CallerHeaders {
  return { cookie: `buyer=${buyer}`, authorization: `Bearer ${maker}` }
}

async function signedIn(shop: TestShop, player: PlayerName): Promise<Visitor> {
  const visitor = shop.visitor()
  await signIn(visitor, player)
  return visitor
}

/** Signed in as a player, with the access code entered as well. */
async function signedInAdmin(shop: TestShop, player: PlayerName): Promise<Visitor> {
  const visitor = await adminByCode(shop)
  await signIn(visitor, player)
  return visitor
}

async function endAllSessions({ services }: TestShop): Promise<void> {
  const { db } = services.database
  const ended = { expires_at: new Date(Date.now() - 1000) }
  await db.updateTable('sessions').set(ended).execute()
  await db.updateTable('admin_sessions').set(ended).execute()
}

/** Signs out; returns the cookies from before. */
async function leave(visitor: Visitor): Promise<ReadonlyMap<string, string>> {
  const before = new Map(visitor.cookies)
  await visitor.delete('/api/admin/session')
  await visitor.post('/api/auth/sign-out', {})
  return before
}

function cookieOf(cookies: ReadonlyMap<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

/** The same cookies with one character of each secret changed. */
function forge(cookies: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...cookies].map(([name, value]) => [name, alter(value)]))
}

/** Not the last characters: in base64 they may carry no bits. */
function alter(value: string): string {
  const place = Math.floor(value.length * 0.9) - 2
  const other = value[place] === 'A' ? 'B' : 'A'
  return value.slice(0, place) + other + value.slice(place + 1)
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

async function readUser({ services }: TestShop, player: PlayerName) {
  const { user_id: userId, name } = await services.database.db
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.user_id')
    .select(['user_id', 'name'])
    .where('account_id', '=', players[player])
    .executeTakeFirstOrThrow()
  return { userId, name }
}

async function claimedSteamId(shop: TestShop, player: PlayerName): Promise<string> {
  const steamId = newSteamId()
  const { userId } = await readUser(shop, player)
  await shop.services.database.db
    .insertInto('steam_claims')
    .values({ steam_id: steamId, user_id: userId })
    .execute()
  return steamId
}
