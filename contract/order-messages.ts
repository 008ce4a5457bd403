import * as z from 'zod/mini'
import { longestOrderMessage } from '#domain/text-limits.ts'
import { get, patch, post } from './endpoint.ts'
import { imageDataUrl, list, readableLines, uuid } from './fields.ts'

/** What a buyer and the staff write to each other about an order. */
const orderMessage = z.object({
  id: z.number(),
  from: z.enum(['buyer', 'staff']),
  /** May have several lines, separated by `\n`. */
  text: z.string(),
  pictureUrl: z.nullable(z.string()),
  at: z.string(),
})
export type OrderMessage = z.output<typeof orderMessage>

/** Oldest first. */
const orderMessages = z.object({ messages: list(orderMessage) })
export type OrderMessages = z.output<typeof orderMessages>

const staffsOrderMessage = z.extend(orderMessage, {
  /** Who of the staff wrote it, as in the log; null for the buyer's. */
  actor: z.nullable(z.string()),
  actorName: z.nullable(z.string()),
})

const oneOrder = { params: z.object({ id: uuid }), unknown: 'order_not_found' } as const
const ofBuyer = { ...oneOrder, who: 'anybody', answer: orderMessages } as const
const ofStaff = {
  ...oneOrder,
  who: 'messages',
  answer: z.object({ messages: list(staffsOrderMessage) }),
} as const

export const newOrderMessage = readableLines(longestOrderMessage)
/** Nobody can change or delete a message. */
const adding = {
  body: z.object({ text: newOrderMessage, picture: z.optional(imageDataUrl) }),
  status: 201,
} as const
/** What the other side wrote counts as read up to the message that was shown last. */
const reading = { body: z.object({ readUpTo: z.int() }) } as const

const buyersPath = '/api/orders/:id/messages'
export const readMessages = get(buyersPath, ofBuyer)
export const addMessage = post(buyersPath, { ...ofBuyer, ...adding })
export const markMessagesRead = patch(buyersPath, { ...ofBuyer, ...reading })

const staffsPath = '/api/admin/orders/:id/messages'
export const readMessagesAsStaff = get(staffsPath, ofStaff)
export const addMessageAsStaff = post(staffsPath, { ...ofStaff, ...adding })
export const markMessagesReadAsStaff = patch(staffsPath, { ...ofStaff, ...reading })
