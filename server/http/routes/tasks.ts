import { Hono } from 'hono'
import {
  addTaskNoteRequest,
  changeTaskRequest,
  type ChangedTask,
  type TaskView,
} from '#contract/tasks.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { adminOf } from '#server/http/middleware/admin-session.ts'
import { readIdempotencyKey, readJson, readUuid } from '#server/http/read-request.ts'
import type { Services } from '#server/services/context.ts'
import { decodeDataUrl } from '#server/services/images/images.ts'
import {
  addTaskNote,
  changeTask,
  taskState,
  type TaskRecord,
} from '#server/services/tasks/tasks.ts'

/** What the staff hands over once: the orders without a perk, and the bought skins. */
export function adminTaskRoutes(services: Services): Hono<HttpEnvironment> {
  return new Hono<HttpEnvironment>()
    .patch('/api/admin/tasks/:id', async (context) => {
      const admin = adminOf(context)
      const id = readUuid(context.req.param('id'), 'not_found')
      const change = await readJson(context, changeTaskRequest)
      const task = await changeTask(services, admin, id, change)
      return context.json<ChangedTask>(presentChangedTask(task))
    })
    .post('/api/admin/tasks/:id/notes', async (context) => {
      const admin = adminOf(context)
      const key = readIdempotencyKey(context)
      const id = readUuid(context.req.param('id'), 'not_found')
      const { text, picture } = await readJson(context, addTaskNoteRequest)
      const note = { text, picture: picture === undefined ? null : decodeDataUrl(picture) }
      const task = await addTaskNote(services, admin, id, note, key)
      return context.json<ChangedTask>(presentChangedTask(task), 201)
    })
}

function presentChangedTask(task: TaskRecord): ChangedTask {
  return { task: presentTask(task), deliveredAt: task.delivered_at?.toISOString() ?? null }
}

/** A task, for its buyer and the staff alike. */
export function presentTask(task: TaskRecord): TaskView {
  const notes = task.notes.map((note) => ({ ...note, at: new Date(note.at).toISOString() }))
  return { state: taskState(task), notes }
}
