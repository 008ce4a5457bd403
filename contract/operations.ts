import { get, post } from './endpoint.ts'

const forAnybody = { who: 'anybody' } as const

/** The process runs. */
export const readHealth = get('/healthz', forAnybody)
/** It can serve visitors. */
export const readReadiness = get('/readyz', forAnybody)
export const readMetrics = get('/metrics', forAnybody)
export const readSecurityTxt = get('/.well-known/security.txt', forAnybody)

/** The ids of who goes first in the queue, for the script on the game's machine; with its token. */
export const readPriority = get('/api/game/priority.txt', forAnybody)

/** The providers' events, with their signature. */
export const receivePayPal = post('/webhooks/paypal', forAnybody)
export const receiveStripe = post('/webhooks/stripe', forAnybody)
/** Commands and pressed buttons in Discord, with its signature. */
export const receiveDiscord = post('/webhooks/discord', forAnybody)
