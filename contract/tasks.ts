import * as z from 'zod/mini'
import { imageDataUrl, list, readableLines } from './fields.ts'

/** How far the staff has come with what is handed over once: a reskin, a reset, a skin. */
export const taskStates = ['open', 'in_progress', 'delivered'] as const
export type TaskState = (typeof taskStates)[number]

const taskNote = z.object({
  at: z.string(),
  /** May have several lines, separated by `\n`. */
  text: z.string(),
  pictureUrl: z.nullable(z.string()),
})

/** A task as its buyer and the staff see it. The notes are oldest first. */
export const taskView = z.object({ state: z.enum(taskStates), notes: list(taskNote) })
export type TaskView = z.output<typeof taskView>

/**
 * Body of `PATCH /api/admin/tasks/:id`; a task has the id of its order or bought skin. With another
 * state than `from` the task is not changed, and the answer is `task_changed`.
 */
export const changeTaskRequest = z.object({
  state: z.enum(taskStates),
  from: z.optional(z.enum(taskStates)),
})
export type TaskChange = z.output<typeof changeTaskRequest>

/** Body of `POST /api/admin/tasks/:id/notes`. Nobody can change or delete a note. */
export const addTaskNoteRequest = z.object({
  text: readableLines(1000),
  picture: z.optional(imageDataUrl),
})

/** Answer of both calls: the fields of the order or the bought skin that they change. */
export const changedTask = z.object({ task: taskView, deliveredAt: z.nullable(z.string()) })
export type ChangedTask = z.output<typeof changedTask>
