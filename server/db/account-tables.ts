import type { Generated } from 'kysely'

export interface UsersTable {
  id: string
  name: string
  email: string
  email_verified: boolean
  image: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  /** Their unique name at Discord; null until they sign in again. */
  discord_username: string | null
}

export interface SessionsTable {
  id: string
  expires_at: Date
  token: string
  user_id: string
  ip_address: string | null
  user_agent: string | null
  created_at: Generated<Date>
  updated_at: Date
}

export interface AdminSessionsTable {
  /** HMAC-SHA-256 of the secret in the admin's cookie, with the access code as the key. */
  token_hash: string
  created_at: Generated<Date>
  expires_at: Date
}

export interface AccountsTable {
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

export interface VerificationsTable {
  id: string
  identifier: string
  value: string
  expires_at: Date
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

/** Which account owns a balance, proven through Steam. */
export interface SteamClaimsTable {
  steam_id: string
  user_id: string
  persona_name: string | null
  claimed_at: Generated<Date>
}

export interface SteamNoncesTable {
  nonce: string
  created_at: Generated<Date>
}
