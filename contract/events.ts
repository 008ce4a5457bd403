/** What `GET /api/events` sends, by event name. A purchase tells nothing of who paid or how much. */
export interface EventPayloads {
  readonly purchase: { readonly type: string }
}

export type EventName = keyof EventPayloads
