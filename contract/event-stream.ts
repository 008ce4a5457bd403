/** Alone here, because the first page opens the stream without the schemas of its events. */
export const eventsPath = '/api/events'
