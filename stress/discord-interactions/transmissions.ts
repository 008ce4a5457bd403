import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { discordCredentials } from '#sandbox/credentials.ts'
import { signInteraction } from '#sandbox/discord/interactions.ts'

/** An account of the staff, for whom forgers pretend to press. */
export const staffId = '230000000000000001'

/** An interaction and its proof, as they arrive. */
export interface Transmission {
  /** By which each is done once. */
  readonly id: string
  readonly token: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

type Act = readonly [discordId: string, data: object]

const locales = ['fr', 'en-US', 'ru', 'es-ES', 'de']
const command = (name: string, ...options: object[]) => ({ type: 1, name, options })
const button = (id: string) => ({ component_type: 2, custom_id: id })

/** What players and staff ask for in turn. */
const acts: readonly ((place: number) => Act)[] = [
  (place) => [playerId(place), command('server')],
  (place) => [playerId(place), command('shop')],
  (place) => [playerId(place), command('team', { type: 3, name: 'type', value: 'LFG' })],
  (place) => [playerId(place), button('team:::')],
  (place) => [playerId(place), command('kr')],
  (place) => [playerId(place), command('perks')],
  () => [staffId, command('player', { type: 3, name: 'search', value: 'hunter' })],
  (place) => [playerId(place), command('player', { type: 3, name: 'search', value: 'hunter' })],
  () => [staffId, button(`staff:start:${randomUUID()}`)],
]

function playerId(place: number): string {
  return String(231_000_000_000_000_000n + BigInt(place))
}

let sent = 0

/** A genuine one, with a new id. */
export function writeInteraction(place: number): Transmission {
  const [discordId, data] = acts[place % acts.length]?.(place) ?? [staffId, command('server')]
  return transmit(write(discordId, data, locales[place % locales.length]))
}

function write(discordId: string, data: object, locale = 'fr') {
  sent += 1
  const id = String(232_000_000_000_000_000n + BigInt(sent))
  const token = randomUUID()
  const body = JSON.stringify({
    id,
    application_id: discordCredentials.clientId,
    type: 'name' in data ? 2 : 3,
    token,
    version: 1,
    locale,
    guild_id: discordCredentials.guildId,
    member: { user: { id: discordId, username: `user_${discordId}` }, roles: [] },
    data,
  })
  return { id, token, body }
}

type Written = ReturnType<typeof write>

function transmit(written: Written, timestamp = inSeconds(0), key?: typeof strangersKey) {
  return { ...written, headers: signInteraction(written.body, timestamp, key) }
}

function inSeconds(seconds: number): string {
  return String(Math.floor(Date.now() / 1000) + seconds)
}

const { privateKey: strangersKey } = generateKeyPairSync('ed25519')
const signature = 'x-signature-ed25519'
const time = 'x-signature-timestamp'

/** Signed by Discord, and then with other headers. */
function changed(
  change: (headers: Transmission['headers']) => Readonly<Record<string, string>>,
): (written: Written) => Transmission {
  return (written) => {
    const genuine = transmit(written)
    return { ...genuine, headers: { ...genuine.headers, ...change(genuine.headers) } }
  }
}

const proofOf = (headers: Transmission['headers']) => headers[signature] ?? ''

/** Ways to pass something off as Discord's that it did not send, or not now. */
export const forgeries: Readonly<Record<string, (written: Written) => Transmission>> = {
  'key of a stranger': (written) => transmit(written, inSeconds(0), strangersKey),
  'another body': (written) => ({
    ...written,
    headers: transmit(write(staffId, command('server'))).headers,
  }),
  'a space after the body': (written) => {
    const genuine = transmit(written)
    return { ...genuine, body: `${genuine.body} ` }
  },
  'another time': changed(() => ({ [time]: inSeconds(1) })),
  'no time': changed(() => ({ [time]: '' })),
  'a bit of the signature flipped': changed((headers) => {
    const bytes = Buffer.from(proofOf(headers), 'hex')
    bytes[0] = (bytes[0] ?? 0) ^ 1
    return { [signature]: bytes.toString('hex') }
  }),
  'a signature by chance': changed(() => ({ [signature]: randomBytes(64).toString('hex') })),
  'half of the signature': changed((headers) => ({ [signature]: proofOf(headers).slice(64) })),
  'no signature': changed(() => ({ [signature]: '' })),
  'no hex': changed((headers) => ({ [signature]: proofOf(headers).replace(/^../, 'zz') })),
  'ten minutes old': (written) => transmit(written, inSeconds(-600)),
  'of in ten minutes': (written) => transmit(written, inSeconds(600)),
}

/** The press of a button by the staff, in one of these ways. */
export function forge(place: number): Transmission {
  const ways = Object.values(forgeries)
  const press = write(staffId, button(`staff:hand_over:${randomUUID()}`))
  return ways[place % ways.length]?.(press) ?? { ...press, headers: {} }
}
