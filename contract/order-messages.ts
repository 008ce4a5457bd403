import * as z from 'zod/mini'
import { longestOrderMessage } from '#domain/text-limits.ts'
import { get, patch, post, remove } from './endpoint.ts'
import { imageDataUrl, list, readableLines, uuid } from './fields.ts'

const orderMessage = z.object({
  id: z.number(),
  from: z.enum(['buyer', 'staff']),
  /** May have several lines, separated by `\n`. */
  text: z.string(),
  /** For those who may read the message. */
  pictureUrl: z.nullable(z.string()),
  at: z.string(),
})
export type OrderMessage = z.output<typeof orderMessage>

/** Oldest first. */
const orderMessages = z.object({ messages: list(orderMessage) })

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
/** Nobody can change a message, and the staff alone can remove one. */
const adding = {
  body: z.object({ text: newOrderMessage, picture: z.optional(imageDataUrl) }),
  status: 201,
} as const
/** What the other side wrote counts as read up to the message that was shown last. */
const reading = { body: z.object({ readUpTo: z.int() }) } as const
const oneMessage = {
  params: z.object({ id: uuid, messageId: z.coerce.number().check(z.int(), z.minimum(1)) }),
  unknown: 'not_found',
} as const

const buyersPath = '/api/orders/:id/messages'
export const readMessages = get(buyersPath, ofBuyer)
export const addMessage = post(buyersPath, { ...ofBuyer, ...adding })
export const markMessagesRead = patch(buyersPath, { ...oneOrder, who: 'anybody', ...reading })
export const readPicture = get(`${buyersPath}/:messageId/picture`, {
  ...oneMessage,
  who: 'anybody',
})

const staffsPath = '/api/admin/orders/:id/messages'
export const readMessagesAsStaff = get(staffsPath, ofStaff)
export const addMessageAsStaff = post(staffsPath, { ...ofStaff, ...adding })
export const markMessagesReadAsStaff = patch(staffsPath, {
  ...oneOrder,
  who: 'messages',
  ...reading,
})
const ofOneMessage = { ...oneMessage, who: 'messages' } as const
export const readPictureAsStaff = get(`${staffsPath}/:messageId/picture`, ofOneMessage)
export const removeMessage = remove(`${staffsPath}/:messageId`, ofOneMessage)
