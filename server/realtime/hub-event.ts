/** One server-sent event, ready to be written. */
export interface HubEvent {
  readonly id: number
  readonly name: string
  readonly data: unknown
  /** The Steam ID that it is for; null for everybody. */
  readonly audience: string | null
}
