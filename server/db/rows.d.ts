// Written by `npm run generate:rows`, from the tables that the migrations make.
import type { ColumnType, Generated } from 'kysely'

type Json = ColumnType<unknown, string, string>

export interface Rows {
  /** One row. Whether the code opens /admin; changes of the staff lock it. */
  access_code: {
    only_row: Generated<boolean>
    is_enabled: Generated<boolean>
  }
  accounts: {
    id: string
    account_id: string
    provider_id: string
    user_id: string
    access_token: string | null
    refresh_token: string | null
    id_token: string | null
    access_token_expires_at: Date | null
    refresh_token_expires_at: Date | null
    scope: string | null
    password: string | null
    created_at: Generated<Date>
    updated_at: Date
  }
  admin_sessions: {
    /** HMAC-SHA-256 of the secret in the admin's cookie, with the access code as the key. */
    token_hash: string
    created_at: Generated<Date>
    expires_at: Date
  }
  /** Append-only: the database refuses anything else. */
  audit_log: {
    id: Generated<number>
    /** `discord:<id>`, `code:<first digits of the session's hash>`, or `player` who deleted their data. */
    actor: string
    action: string
    /** The target: `order:<id>`, `payment:<id>`, `session:<first digits of its hash>`. */
    subject: string
    before: Json | null
    after: Json | null
    created_at: Generated<Date>
  }
  /** One for each Steam ID. It counts for all Steam IDs of the account that has linked it. */
  bans: {
    steam_id: string
    /** The player reads it. */
    reason: string
    /** Null without an end. */
    until: Date | null
    from_shop: boolean
    from_team: boolean
    /** While the row is there, nothing that this Steam ID holds is delivered. */
    stops_perks: boolean
    /** As the actor of `audit_log`. */
    banned_by: string
    banned_at: Date
  }
  /** CFTools' ids of players, which never change. */
  cftools_players: {
    steam_id: string
    cftools_id: string
  }
  /** What a provider refuses until somebody changes a setting. A fault stays, with the time of its end, until it comes back. */
  connection_faults: {
    id: Generated<string>
    provider: string
    code: string
    /** The calls that met it, and were not good since. */
    operations: string[]
    detail: string
    since: Date
    last_at: Date
    cleared_at: Date | null
  }
  connection_tests: {
    name: string
    tested_at: Date
    /** When a test last found no fault. */
    last_ok_at: Date | null
    findings: Json
  }
  /** Demo data, which the owner can remove: the table and id of each row, and when the shop was filled. */
  demo_rows: {
    kind: string
    id: string
  }
  /** What the Discord bot has posted in the channels of the community, or is about to. */
  discord_posts: {
    /** `status`, `thanks/<order>`, `news/<slug>` or `notice/<id>`: each is posted once. */
    subject: string
    order_id: string | null
    channel_id: string
    /** At Discord; null while it is not posted, and once it is removed. */
    message_id: string | null
    /** Of the status, what its message says, to see whether it changes. */
    text: string | null
    /** When it was last posted or edited. */
    posted_at: Date | null
    /** No process calls Discord about it before this time; the one that calls moves it. */
    next_at: Date
  }
  /** The roles in Discord that we may have given and not taken yet: all others are foreign. */
  discord_roles_given: {
    guild_id: string
    discord_id: string
    role_id: string
  }
  disputes: {
    provider: string
    reference: string
    /** `payments.reference`, or `krypto_orders.payment_intent`; the dispute may be known before its payment. */
    payment_reference: string
    /** The state that the provider last reported. */
    status: string
    /** The disputed amount; of a lost dispute what it took from us. */
    amount_cents: number
    currency: string
    /** Increases when a decided dispute is opened again or decided otherwise, as by an appeal. */
    round: Generated<number>
    opened_at: Date
    /** When the provider last changed it, by the provider's clock. */
    updated_at: Generated<Date>
    /** When to fetch an open dispute again, in case the webhook of its end is lost. */
    next_check_at: Generated<Date>
    reason: string | null
    awaits_answer: Generated<boolean>
    /** Until when the provider waits for our answer; null when it does not, or does not say. */
    answer_by: Date | null
    /** What PayPal kept for a lost dispute; null while it does not say. Stripe's movements have it. */
    fee_cents: number | null
  }
  /** Append-only: the last row of a name holds, the rows before it are its history. */
  edits: {
    id: Generated<number>
    /** `site/<section>` or `documents/<kind>/<slug>/<language>`. */
    name: string
    /** Null for what the file says. */
    value: Json | null
    /** As the actor of the audit log. */
    changed_by: string
    changed_at: Date
    /** The change whose value before it this one restores. */
    undoes: number | null
  }
  events: {
    id: Generated<number>
    name: string
    data: Json
    created_at: Generated<Date>
    /** The Steam ID whose pages receive it; null for all pages. */
    audience: string | null
  }
  /** The number of players at each successful answer. */
  game_server_samples: {
    sampled_at: Date
    players: number
    max_players: number
    is_offline: Generated<boolean>
  }
  game_server_status: {
    only_row: Generated<boolean>
    /** The process that moves this time on sends the next request, and all read the last status. */
    next_ask_at: Generated<Date>
    /** Fingerprint of the settings of the latest request. */
    source: Generated<string>
    /** How the latest request ended. */
    outcome: Generated<string>
    /** Why it failed. */
    failure: string | null
    /** The latest successful answer, and when it came. */
    reading: Json | null
    observed_at: Date | null
  }
  /** The first answer to each `Idempotency-Key`. */
  idempotency_keys: {
    /** The operation. */
    scope: string
    key: string
    /** SHA-256 of the request. */
    request_hash: string
    answer: Json | null
    created_at: Generated<Date>
  }
  /** Pictures as we encoded them, by the SHA-256 of their bytes. */
  images: {
    hash: string
    bytes: Uint8Array
    /** When an item last started or stopped using it, or a note came with it. */
    needed_at: Generated<Date>
  }
  /** Updated by a trigger on `krypto_transactions` and by `buy_skin`, and by nothing else. */
  krypto_balance: {
    steam_id: string
    discord_username: string
    /** Kr; below zero only after a refund or dispute of a pack whose Kr were spent. */
    balance: Generated<number>
    updated_at: Generated<Date>
  }
  krypto_orders: {
    id: Generated<string>
    /** As in `orders`: the browser that bought it, and so may read the lines of its Steam ID; null once its buyer has deleted their data. */
    buyer_hash: string | null
    user_id: string | null
    steam_id: string
    discord_username: string
    /** The pack at the time of the order. */
    amount: number
    bonus: number
    price_cents: number
    currency: string
    price_id: string
    provider_mode: string
    for_somebody_else: Generated<boolean>
    /** As in `orders`. */
    agreed_terms: string | null
    agreed_at: Date | null
    /** Stripe's checkout session; null until it is made. */
    session_id: string | null
    session_url: string | null
    payment_intent: string | null
    status: string
    /** Why a payment was not credited: it differs from what the order asked for. */
    mismatch: string | null
    refunded_cents: Generated<number>
    /** In open and lost disputes. */
    disputed_cents: Generated<number>
    kr_taken_back: Generated<number>
    /** Increases with every change, so that an older answer is not applied after a change. */
    revision: Generated<number>
    next_check_at: Date | null
    /** Pseudonyms of the buyer's networks, narrowest first; null once the checkout is over. */
    networks: string[] | null
    created_at: Generated<Date>
    paid_at: Date | null
    offer_id: string | null
    /** Without the offer that its price is of; null without one. */
    list_price_cents: number | null
    /** As in `payments`. */
    payer_country: string | null
  }
  /** The ledger. Append-only: the database refuses anything else, but that a name becomes `-`. */
  krypto_transactions: {
    id: Generated<number>
    steam_id: string
    discord_username: string
    /** Kr; negative when they are taken. */
    amount: number
    transaction_type: string
    description: string
    /** What caused it, unique: `stripe:<session>`, `skin_purchase:<id>`, `admin_request:<id>`. */
    source: string
    created_at: Generated<Date>
  }
  lb_polls: {
    only_row: Generated<boolean>
    last_at: Date | null
  }
  /** What the game server is to do, which it fetches from us: from any process, whichever wants it done. */
  lb_requests: {
    id: Generated<number>
    body: string
    created_at: Date
    sent_at: Date | null
    /** The number and port by which the game fetched it; once it is answered, those of the answer. */
    poll_id: number | null
    poll_port: number | null
    answered_at: Date | null
    answer: string | null
  }
  /** Since when something costs how much without an offer, so that a sale names the lowest price of the month before it. */
  list_prices: {
    /** Of an offer of the catalogue, or `packs/` and a pack's id. */
    key: string
    since: Date
    /** Null while it is not sold. */
    price_cents: number | null
  }
  messages: {
    id: Generated<string>
    kind: string
    dedupe_key: string
    /** Its subject, one of these and `perk_adapter`; one about wrong codes or the approval has none. */
    order_id: string | null
    payment_id: string | null
    krypto_order_id: string | null
    team_listing_id: string | null
    unreadable_answer_id: string | null
    perk_adapter: string | null
    perk_steam_id: string | null
    perk: string | null
    connection_fault_id: string | null
    attempts: Generated<number>
    /** Why Discord refused it. */
    last_error: string | null
    sent_at: Date | null
    created_at: Generated<Date>
  }
  /** What came to our accounts at the providers or left them, as their own books have it. */
  money_movements: {
    provider: string
    /** The provider's id of it: of the capture, charge, refund, dispute (with its round from the second on) or balance transaction. With `:rest` a refund that no answer shows by itself. */
    reference: string
    payment_id: string | null
    krypto_order_id: string | null
    kind: string
    moved_at: Date
    /** In the currency of the buyer; below zero where it left us. */
    gross_cents: number
    currency: string
    /** What the provider kept, below zero where it gave it back; null while it does not say. */
    fee_cents: number | null
    fee_currency: string | null
    /** What our balance at the provider changed by, after the fee. */
    settled_cents: number | null
    settled_currency: string | null
  }
  /** The uses of gifts. */
  offer_redemptions: {
    id: Generated<string>
    offer_id: string
    steam_id: string
    redeemed_at: Date
  }
  offers: {
    id: Generated<string>
    kind: string
    /** Whole percent, cents of a euro, Kr, or months of a perk. */
    value: number
    /** In capitals, without spaces and dashes; null of a sale, which holds for everybody. */
    code: string | null
    /** Slugs, or `packs`; null for everything that costs euros. */
    products: string[] | null
    starts_at: Date
    ends_at: Date | null
    use_limit: number | null
    per_player: number | null
    note: string
    created_at: Date
  }
  order_messages: {
    id: Generated<number>
    order_id: string
    /** Of the staff, as in `audit_log`; null for the buyer. */
    author: string | null
    text: string
    /** As we encoded it. What is in `images` is public. */
    picture: Uint8Array | null
    at: Date
    /** When the other side first saw it. */
    read_at: Date | null
    /** When a Discord message about it was tried, to a buyer who has chosen that. */
    notified_at: Date | null
  }
  orders: {
    id: Generated<string>
    /** SHA-256 of the secret in the maker's cookie; the secret allows to see and pay the order. */
    buyer_hash: string
    user_id: string | null
    cart_item_id: string
    steam_id: string
    discord_username: string
    discord_avatar_url: string | null
    offer_key: string
    item_name: string
    item_type: string
    duration_months: number | null
    price_cents: number
    currency: string
    /** `#rrggbb`, of a colour tag. */
    color: string | null
    /** Whether the buyer chose to be named in the donor ranking. */
    listed_as_donor: Generated<boolean>
    /** Whether the staff keeps it out of the ranking anyway. */
    donor_listing_revoked: Generated<boolean>
    /** Whether the buyer said that the Steam ID is somebody else's. */
    for_somebody_else: Generated<boolean>
    /** What the staff need to know to deliver it, in the buyer's words. */
    details: string | null
    /** The version of the legal texts that the buyer agreed to, and when; null without both. */
    agreed_terms: string | null
    agreed_at: Date | null
    provider: string
    driver: string
    /** A test payment must never pay an order made with live keys. */
    provider_mode: string
    /** The number of the current order at the provider for this one. */
    provider_order_attempt: Generated<number>
    status: string
    next_check_at: Date | null
    /** When the buyer's page or the provider last reported the buyer's approval. */
    approval_reported_at: Date | null
    /** Pseudonyms of the buyer's networks, narrowest first; null once the checkout is over. */
    networks: string[] | null
    created_at: Generated<Date>
    opened_at: Generated<Date>
    paid_at: Date | null
    offer_id: string | null
    /** Without the offer that its price is of; null without one. */
    list_price_cents: number | null
  }
  payments: {
    id: Generated<string>
    provider: string
    /** The provider's id of the payment: PayPal's capture id, also its transaction id. */
    reference: string
    /** Null while the payment matches no order: the owner's inbox. */
    order_id: string | null
    unmatched_reason: string | null
    status: string
    amount_cents: number
    /** The total returned, by refunds and lost disputes. */
    refunded_cents: Generated<number>
    currency: string
    provider_mode: string
    /** Why the provider holds it, by its own code; means nothing in other states. */
    held_reason: string | null
    made_at: Date
    created_at: Generated<Date>
    updated_at: Generated<Date>
    /** When and how the owner resolved a payment that matches no order. */
    resolved_at: Date | null
    resolution: string | null
    /** The order that it is for, and does not pay because of a ban. */
    kept_for: string | null
    /** ISO 3166-1, as the provider names it. */
    payer_country: string | null
  }
  /** The staff, besides the owners whom ADMIN_DISCORD_IDS names. */
  people: {
    discord_id: string
    /** As who added them calls them, until they sign in with Discord. */
    name: string
    role: string
    added_at: Date
  }
  perk_adapters: {
    name: string
    /** Fingerprint of where it writes. */
    target: string
    /** When the owner switched it on; null while it only reads. */
    enabled_at: Date | null
    state: string
    reason_code: string | null
    reason_detail: string | null
    /** Since when no run has succeeded. */
    failing_since: Date | null
    last_run_at: Date | null
    next_run_at: Date | null
    /** The run that may write, and until when nobody else may. */
    lease_id: string | null
    lease_until: Date | null
    /** What is kept of an adapter as long as it writes to the same place. */
    remembered: Json
    dry_run: Json | null
    /** What the latest run read back. */
    proof: Json | null
    /** The texts of a file that was being written over, and may be cut. */
    unfinished: Json | null
    /** An earlier text that the owner puts back. */
    put_back: string | null
  }
  /** What a run did. Without a Steam ID it is about the adapter. */
  perk_attempts: {
    id: Generated<number>
    adapter: string
    run_id: string
    steam_id: string | null
    perk: string | null
    what: string
    /** Null when it succeeded. */
    code: string | null
    answer: string
    at: Date
  }
  /** What the staff does for several Steam IDs at once. */
  perk_batches: {
    id: Generated<string>
    kind: string
    reason: string
    actor: string
    details: Json
    made_at: Date
    undone_at: Date | null
  }
  /** What follows from the ledger: a row for each Steam ID and perk that has or had something. */
  perk_coverage: {
    steam_id: string
    perk: string
    starts_at: Date
    /** Null when permanent. */
    ends_at: Date | null
    /** Whether a part of it waits for the end of a dispute. */
    is_suspended: boolean
    /** `#rrggbb`, the newest choice. */
    color: string | null
    /** The grant that runs: `order:<id>` or `grant:<id>`. */
    note: string
    /** The time of the newest entry. */
    as_of: Date
  }
  /** How far one adapter is with a Steam ID and perk. */
  perk_deliveries: {
    adapter: string
    steam_id: string
    perk: string
    state: string
    /** Since it was last queued. */
    steps: Json
    /** Whether we own it, since we may have put it there: what we do not own is never touched. */
    is_ours: Generated<boolean>
    /** Whether it only adds to the perk, as a role in Discord does, and somebody else delivers it. */
    is_extra: Generated<boolean>
    /** The entry there that an import took over, where the adapter has ids of entries. */
    taken_over: string | null
    reason_code: string | null
    reason_detail: string | null
    /** The first change that is not delivered yet; `changed_at` is the latest one. */
    queued_at: Date
    changed_at: Date
    /** When it is due again: the next try, or the end of what was delivered. */
    next_at: Date | null
    /** The run that works on it; null once it has changed again. */
    run_id: string | null
    /** Since when it is there by us, as first read back; null when it is not. */
    put_at: Date | null
  }
  /** The ledger of perks. Append-only: the database refuses anything else, but that a reason becomes `-`. */
  perk_entries: {
    id: Generated<string>
    /** The order in which the entries of one Steam ID and perk were written. */
    seq: Generated<number>
    steam_id: string
    perk: string
    kind: string
    /** Of what is granted its own id; null for a choice of colour. */
    grant_id: string | null
    term_kind: string | null
    term_months: number | null
    term_ms: number | null
    term_until: Date | null
    /** `#rrggbb`. */
    color: string | null
    source: string | null
    order_id: string | null
    /** The grant of another Steam ID that this one continues. */
    moved_from: string | null
    batch_id: string | null
    reason: string | null
    /** `order`, `player`, or an admin as in `audit_log`. */
    actor: string
    at: Date
  }
  /** Files as they were before we changed them. */
  perk_file_versions: {
    id: Generated<string>
    adapter: string
    sha256: string
    content: string
    /** The Steam IDs in it that we had put there: without it an earlier text, put back, would bring back for good what has ended since. */
    ours: Json
    replaced_at: Date
  }
  /** Who wants to be reminded by Discord, until Discord refuses. */
  perk_reminder_choices: {
    user_id: string
    /** Of the messages: the page's, on which they were chosen. */
    language: Generated<string>
    chosen_at: Date
    stopped_at: Date | null
    stop_reason: string | null
  }
  perk_reminders_sent: {
    steam_id: string
    perk: string
    ends_at: Date
    kind: string
    sent_at: Date
  }
  player_notes: {
    id: Generated<string>
    steam_id: string
    /** Who of the staff, as in audit_log.actor. */
    author: string
    text: string
    at: Date
  }
  /** The ids of the priority queue that a script on the game's machine fetches from us. */
  priority_pulls: {
    only_row: Generated<boolean>
    /** What it gets next. */
    offered: Generated<string[]>
    /** When the owner switched on the delivery that offers it; once it is off or elsewhere, nothing is. */
    offered_since: Date | null
    /** What it has got last, and when. */
    fetched: Generated<string[]>
    fetched_at: Date | null
  }
  /** Every order that was ever made at the provider, as the money of an old one is as real as that of the newest. It pays for one of our orders or, a row each, for several at once. */
  provider_orders: {
    provider: string
    reference: string
    order_id: string
    attempt: number
    /** The receiver of the money, as the provider named it when the order was made. */
    payee: string | null
    /** A declined payment is tried again only when its buyer approves again. */
    declined_at: Date | null
    /** Since when its money may be being taken; null once the outcome is known. */
    capturing_at: Date | null
    created_at: Generated<Date>
  }
  /** The deliveries of orders: as the database keeps them unique, an order is delivered at most once. */
  purchases: {
    id: Generated<string>
    order_id: string
    created_at: Generated<Date>
    /** When the staff began to work on it. */
    started_at: Date | null
    /** When the staff marked it as delivered in the game. */
    delivered_at: Date | null
  }
  rate_limits: {
    key: string
    window_start: Date
    count: number
  }
  sessions: {
    id: string
    expires_at: Date
    token: string
    user_id: string
    ip_address: string | null
    user_agent: string | null
    created_at: Generated<Date>
    updated_at: Date
  }
  shop_items: {
    id: Generated<string>
    name: string
    /** Whole Kr. */
    price: number
    image_url: string
    created_at: Generated<Date>
    /** How many can still be bought; null without a limit. A purchase takes one. */
    stock: number | null
    /** Neither listed nor sold. */
    hidden: Generated<boolean>
    /** Its place in the shop. Those without one follow, the newest first. */
    position: number | null
  }
  /** The skins as they were bought, because an item may change or be deleted later. */
  skin_purchases: {
    id: Generated<string>
    steam_id: string
    discord_username: string
    /** As in `orders`. */
    buyer_hash: string | null
    user_id: string | null
    item_id: string
    item_name: string
    price_kr: number
    image_url: string
    created_at: Generated<Date>
    /** When it was posted to the staff's channel. */
    announced_at: Date | null
    /** When the staff began to work on it. */
    started_at: Date | null
    /** When the staff marked it as delivered in the game. */
    delivered_at: Date | null
  }
  /** Which account owns a balance, proven through Steam. */
  steam_claims: {
    steam_id: string
    user_id: string
    persona_name: string | null
    claimed_at: Generated<Date>
  }
  /** Steam's answers that were used, because none may count twice. */
  steam_nonces: {
    nonce: string
    created_at: Generated<Date>
  }
  /** What the staff wrote to the buyer of a skin. */
  task_notes: {
    id: Generated<number>
    skin_purchase_id: string
    text: string
    picture_url: string | null
    /** As in `audit_log`. */
    author: string
    at: Date
  }
  team_listing_reports: {
    listing_id: string
    /** HMAC-SHA-256 of the reporter's widest network, so that each counts once, unidentified. */
    reporter_hash: string
    reason: string
    note: Generated<string>
    reported_at: Generated<Date>
    /** When the staff closed it. */
    handled_at: Date | null
  }
  team_listings: {
    /** Made by the browser, perhaps before it could send the listing. */
    id: string
    created_at: Generated<Date>
    expires_at: Date
    /** A deleted listing keeps its id, so that a copy cannot be posted again; its texts are erased. */
    deleted_at: Date | null
    /** When the staff took it off the list, and why. */
    removed_at: Date | null
    type: string
    has_microphone: boolean
    /** `searchTextOf`. */
    search_text: string
    languages: Generated<string[]>
    play_styles: Generated<string[]>
    /** SHA-256 of the maker's secret, in hex. */
    secret_hash: string
    /** The account that was signed in when it was made; may change it as well. */
    user_id: string | null
    /** The maker's `userId`; proves nothing. */
    creator_id: string
    game_hours: number
    age: number
    description: string
    discord_username: string
    usual_hours: Json | null
    /** Increases with every change. */
    revision: Generated<number>
    /** The revision of the latest edit; an editor who knows it, or a later one, has seen it. */
    edited_revision: Generated<number>
    edited_at: Generated<Date>
    removal_reason: string | null
    /** How many the author already are. */
    group_size: Generated<number>
  }
  /** Provider answers about payments that we cannot parse: one row per order. */
  unreadable_answers: {
    id: Generated<string>
    provider: string
    /** The id of our order where it is known, otherwise the reference. */
    subject: string
    /** The provider's id of what we requested; our order's id where the provider has no id yet. */
    reference: string
    order_id: string | null
    krypto_order_id: string | null
    /** Which part of it cannot be parsed. */
    detail: string
    /** The latest one, shortened, without names, addresses and secrets. */
    answer: string
    /** Since the entry was last opened: a resolved entry can open again. */
    first_seen_at: Date
    last_seen_at: Date
    /** When a later answer could be parsed, or the owner resolved it. */
    resolved_at: Date | null
    /** The owner's note; null when it resolved itself. */
    resolution: string | null
  }
  users: {
    id: string
    name: string
    email: string
    email_verified: boolean
    image: string | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
    /** Their unique name at Discord, as anybody can choose the same display name; null until they sign in again. */
    discord_username: string | null
  }
  verifications: {
    id: string
    identifier: string
    value: string
    expires_at: Date
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  webhook_events: {
    provider: string
    event_id: string
    type: string
    body: Json
    received_at: Generated<Date>
    processed_at: Date | null
    error: string | null
  }
}
