import type { Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '#server/app/config.ts'
import type { Database } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.ts'
import type { NoteConnection } from '#server/providers/call-instrumentation.ts'
import type { PerkAdapter } from '#server/providers/perk-adapter.ts'
import type { GameServer } from '#server/providers/game-server.ts'
import type { PayPal } from '#server/providers/paypal/paypal-provider.ts'
import type { Interactions } from '#server/providers/discord/interactions.ts'
import type { ChannelMessages } from '#server/providers/discord/channel-messages.ts'
import type { SendDirectMessage } from '#server/providers/discord/direct-messages.ts'
import type { PostToStaff } from '#server/providers/discord/staff-channel.ts'
import type { Steam } from '#server/providers/steam/steam.ts'
import type { StripeCheckout } from '#server/providers/stripe/stripe-checkout.ts'
import type { ConnectionCheck } from '#server/services/connections/checks.ts'
import type { Edits } from '#server/services/edits/edits.ts'
import type { DocumentReader } from '#server/services/documents/saved-documents.ts'
import type { MessageTexts } from '#server/services/messages/message-texts.ts'
import type { SiteReader } from '#server/services/site/site.ts'
import type { CodeName } from './access-codes.ts'

/** The dependencies of the services. Wired once in `server/app/product.ts`. */
export interface Services {
  readonly config: Config
  readonly database: Database
  readonly paypal: PayPal
  readonly stripe: StripeCheckout
  readonly postToStaff: PostToStaff
  /** Messages of the Discord bot to players; null without a bot. */
  readonly directMessages: SendDirectMessage | null
  /** Commands and pressed buttons in Discord; null without a public key. */
  readonly interactions: Interactions | null
  /** Its messages in the community's channels; null without a bot. */
  readonly channelMessages: ChannelMessages | null
  /** Their messages' texts, in their language. */
  readonly staffTexts: MessageTexts
  /** Guides, rules, legal texts and news. */
  readonly documents: DocumentReader
  readonly steam: Steam
  /** Null when no source of the game server's status is configured. */
  readonly gameServer: GameServer | null
  /** How perks are delivered; the staff hands over what none of them serves. */
  readonly perkAdapters: readonly PerkAdapter[]
  readonly connectionChecks: readonly ConnectionCheck[]
  /** What the owner has changed in /admin. */
  readonly edits: Edits
  readonly site: SiteReader
  readonly jobs: JobQueue
  readonly clock: () => Date
  readonly log: Logger
  readonly countWrongCode: (code: CodeName) => void
  /** For what shows a fault of a connection and is no call to the provider. */
  readonly noteConnection: NoteConnection
}

export type Trx = Transaction<Schema>

/** Work that must run after a commit, and is not lost when the process dies. */
export interface JobQueue {
  /** Queues a message to the staff as a part of the transaction. */
  sendMessage(trx: Trx, messageId: string): Promise<void>
}

/** The buyer of an order: a browser with the secret of its cookie, perhaps signed in. */
export interface Buyer {
  /** SHA-256 of the cookie's secret, in hex. */
  readonly hash: string
  readonly userId: string | null
}
