import type { BodyOf } from '#contract/endpoint.ts'
import * as contract from '#contract/tasks.ts'
import type { App } from '#server/http/environment.ts'
import { readIdempotencyKey } from '#server/http/read-request.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/context.ts'
import { decodeDataUrl } from '#server/services/images/images.ts'
import {
  addTaskNote,
  changeTask,
  taskState,
  type NewNote,
  type TaskRecord,
} from '#server/services/tasks/tasks.ts'

/** What the staff hands over once: the orders without a perk, and the bought skins. */
export function adminTaskRoutes(app: App, services: Services): void {
  serve(app, contract.changeTask, async ({ staff, params, body }) =>
    presentChangedTask(await changeTask(services, staff, params.id, body)),
  )
  serve(app, contract.addTaskNote, async ({ context, staff, params, body }) => {
    const key = readIdempotencyKey(context)
    return presentChangedTask(await addTaskNote(services, staff, params.id, readNote(body), key))
  })
}

/** What somebody wrote, with its picture. */
export function readNote({ text, picture }: BodyOf<typeof contract.addTaskNote>): NewNote {
  return { text, picture: picture === undefined ? null : decodeDataUrl(picture) }
}

function presentChangedTask(task: TaskRecord): contract.ChangedTask {
  return { task: presentTask(task), deliveredAt: task.delivered_at?.toISOString() ?? null }
}

/** A task, for its buyer and the staff alike. */
export function presentTask(task: TaskRecord): contract.TaskView {
  const notes = task.notes.map((note) => ({ ...note, at: new Date(note.at).toISOString() }))
  return { state: taskState(task), notes }
}
