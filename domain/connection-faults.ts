import { outcomeByFault, type DeliveryFaultCode } from './delivery-faults.ts'

/** What a connection is refused, or gets wrong, until somebody changes a setting or an account. */
const connectionFaultCodes = [
  /** The key, token or secret is not valid. */
  'key_refused',
  /** Discord: the client id and secret, by which players sign in. */
  'client_refused',
  /** The key is valid, and may not do this. */
  'permission_missing',
  /** It takes no payments for the shop. */
  'seller_refused',
  /** The webhook of the staff's channel does not exist any more. */
  'webhook_gone',
  /** Discord: the public key of the settings is not that of the application. */
  'public_key_wrong',
  /** Discord: it does not take the bot's commands. */
  'commands_refused',
  /** A channel of the community is not there, or takes no messages of anybody. */
  'channel_unknown',
  /** The bot may not write in a channel of the community. */
  'channel_forbidden',
  /** Its webhooks arrive, and their signatures do not fit. */
  'webhook_unverified',
  /** It has no webhook for the shop. */
  'webhook_missing',
  /** Its webhook is for another address than ours. */
  'webhook_elsewhere',
  /** Its webhook is switched off there. */
  'webhook_disabled',
  /** Its webhook leaves out events that the shop needs. */
  'webhook_partial',
  /** A payment was found, and no event about it or a later one has come. */
  'webhook_silent',
  /** It does not know the game server of the settings. */
  'server_unknown',
  /** Something answers at its address that is no game. */
  'not_a_game',
  /** The folder of the embedded database is nearly full. */
  'disk_low',
  /** Our clock differs from theirs. */
  'clock_off',
  /** The database: a pooler between it and us loses the notifications. */
  'notifications_lost',
  /** Our own pages: one throws when it is rendered. */
  'page_broken',
  /** Our own pages: a text that the owner has saved cannot be read any more. */
  'text_unreadable',
] as const
export type ConnectionFaultCode = (typeof connectionFaultCodes)[number]

/** The faults that any good call to the provider ends; the others end with a good call of their kind. */
export const faultsOfEveryCall: readonly ConnectionFaultCode[] = ['key_refused', 'server_unknown']

/** The calls that meet faults which a test finds too: a good one of them ends the fault, as a test does. */
export const callsOfFaults: Partial<Readonly<Record<LastingFaultCode, string>>> = {
  client_refused: 'exchange-code',
  webhook_gone: 'post-message',
  webhook_silent: 'webhook',
}

/** What is checked, in the order in which it is shown. */
export const connectionNames = [
  'paypal',
  'stripe',
  'discord',
  'discord-bot',
  'steam',
  'game-server',
  'priority-file',
  'cftools',
  'lb-core',
  'database',
  'disk',
  'clock',
  'settings',
] as const
export type ConnectionName = (typeof connectionNames)[number]

export const connectionProviders = [...connectionNames, 'pages'] as const
export type ConnectionProvider = (typeof connectionProviders)[number]

/** As people know them. */
export const providerNames: Readonly<Record<ConnectionProvider, string>> = {
  paypal: 'PayPal',
  stripe: 'Stripe',
  discord: 'Discord',
  'discord-bot': 'Discord',
  steam: 'Steam',
  'game-server': 'BattleMetrics',
  'priority-file': 'priority.txt',
  cftools: 'CFTools',
  'lb-core': 'LB Core',
  database: 'PostgreSQL',
  disk: 'DATA_DIR',
  clock: 'NTP',
  settings: '.env',
  pages: 'Pages',
}

/** What a check can find besides faults that last. */
const remarkCodes = [
  'ready',
  /** It does not answer, or nothing that can be used: that may pass by itself. */
  'unreachable',
  'game_silent',
  /** Only the owner can compare it. */
  'redirect_address',
  /** Discord: it sends what people do with the bot to another address, or nowhere. */
  'interactions_elsewhere',
  /** Discord has other commands of the bot; the shop registers them. */
  'commands_differ',
  /** The bot does not see the staff's channel, so messages come without buttons. */
  'staff_channel_unseen',
  'webhook_unchecked',
  'webhook_old',
  'modes_differ',
  'setting_misspelt',
  'clock_unknown',
  'not_migrated',
  /** The embedded one, before the first start. */
  'database_missing',
  'database_in_use',
  'only_in_shop',
  /** Nothing is wrong yet: priority.txt may be in another folder. */
  'file_missing',
] as const

export type LastingFaultCode = ConnectionFaultCode | DeliveryFaultCode
/** What has texts of its own. */
export type ExplainedCode = ConnectionFaultCode | (typeof remarkCodes)[number]
type FindingCode = LastingFaultCode | ExplainedCode

export interface Finding {
  readonly level: 'ok' | 'warning' | 'fault'
  readonly code: FindingCode
  /** The provider's own words, or the names of settings; in English. */
  readonly detail: string
}

/** Whether a code stays until somebody acts, so that it is recorded and the staff are notified. */
export function isLasting(code: string): code is LastingFaultCode {
  const outcomes: Readonly<Record<string, string>> = outcomeByFault
  return outcomes[code] !== 'retry' && !remarkCodes.some((remark) => remark === code)
}

/** Whether a fault may pass by itself, so that it is tested again soon and nobody is notified. */
export function mayPass({ level, code }: { readonly level: string; readonly code: string }) {
  return level === 'fault' && !isLasting(code)
}

interface ConnectionTexts {
  readonly connections: Readonly<Record<string, string>>
  readonly 'connection-actions': Readonly<Record<string, string>>
  readonly 'perk-actions': Readonly<Record<string, string>>
}

/** What a connection has, and what to do about it. */
export function describeFinding(texts: ConnectionTexts, name: ConnectionProvider, code: string) {
  const { connections: titles, 'connection-actions': actions } = texts
  const own = `${name}_${code}`
  const title = titles[own] ?? titles[code] ?? titles['delivery_blocked'] ?? code
  const action = actions[own] ?? actions[code] ?? texts['perk-actions'][code] ?? ''
  const fill = (text: string) => text.replaceAll('{provider}', providerNames[name])
  return { title: fill(title), action: fill(action) }
}
