import * as z from 'zod/mini'
import { longestTaskNote } from '#domain/text-limits.ts'
import { patch, post } from './endpoint.ts'
import { imageDataUrl, list, readableLines, uuid } from './fields.ts'

/** How far the staff has come with what is handed over once: a reskin, a reset, a skin. */
export const taskStates = ['open', 'in_progress', 'delivered'] as const
export type TaskState = (typeof taskStates)[number]

/** The task of an order as its buyer and the staff see it. */
export const taskView = z.object({ state: z.enum(taskStates) })
export type TaskView = z.output<typeof taskView>

const taskNote = z.object({
  at: z.string(),
  /** May have several lines, separated by `\n`. */
  text: z.string(),
  pictureUrl: z.nullable(z.string()),
})

/** The task of a bought skin, with what the staff wrote to its buyer, oldest first. */
export const skinTaskView = z.extend(taskView, { notes: list(taskNote) })
export type SkinTaskView = z.output<typeof skinTaskView>

/** Where to a task is moved. */
const taskChange = z.object({
  state: z.enum(taskStates),
  /** With another state than this the task stays as it is, and the answer is `task_changed`. */
  from: z.optional(z.enum(taskStates)),
})
export type TaskChange = z.output<typeof taskChange>

/** The fields of the order or the bought skin that a change of its task changes. */
const changedTask = z.object({ task: taskView, deliveredAt: z.nullable(z.string()) })
export type ChangedTask = z.output<typeof changedTask>

/** A task has the id of its order or bought skin. */
const oneTask = {
  who: 'orders.deliver',
  params: z.object({ id: uuid }),
  unknown: 'not_found',
} as const

export const changeTask = patch('/api/admin/tasks/:id', {
  ...oneTask,
  body: taskChange,
  answer: changedTask,
})

/** What the staff writes to the buyer of a skin; about orders there are messages. */
export const newTaskNote = readableLines(longestTaskNote)

/** Nobody can change or delete a note. */
export const addTaskNote = post('/api/admin/tasks/:id/notes', {
  ...oneTask,
  body: z.object({ text: newTaskNote, picture: z.optional(imageDataUrl) }),
  answer: z.extend(changedTask, { task: skinTaskView }),
  status: 201,
})
