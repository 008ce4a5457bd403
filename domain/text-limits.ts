/*
 * How many characters somebody may type. The contract refuses longer texts, and the fields of the
 * pages take no more.
 */

/** A name: at Discord, or of a skin. */
export const longestName = 100
/** What is pasted as a Steam ID, such as the address of a profile. */
export const longestSteamIdText = 200
export const longestSearch = 100
/** What a player writes about a listing that they report. */
export const longestReport = 300
/** Why the staff removes a listing; its author reads it. */
export const longestRemovalReason = 300
/** Why the staff bans somebody, who reads it. */
export const longestBanReason = 300
/** Why the staff does something; the log keeps it. */
export const longestStaffReason = 500
/** What the staff writes to a buyer about a task. */
export const longestTaskNote = 1000
/** What a buyer and the staff write to each other about an order. */
export const longestOrderMessage = 2000
export const longestPlayerNote = 2000
export const longestOfferNote = 200
export const longestImport = 1_000_000
