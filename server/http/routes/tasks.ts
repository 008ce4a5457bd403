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
  type SkinTask,
} from '#server/services/tasks/tasks.ts'

/** What the staff hands over once: the orders without a perk, and the bought skins. */
export function adminTaskRoutes(app: App, services: Services): void {
  serve(app, contract.changeTask, async ({ staff, params, body }) => {
    const task = await changeTask(services, staff, params.id, body)
    return { task: { state: taskState(task) }, deliveredAt: task.delivered_at }
  })
  serve(app, contract.addTaskNote, async ({ context, staff, params, body }) => {
    const key = readIdempotencyKey(context)
    const task = await addTaskNote(services, staff, params.id, readNote(body), key)
    return { task: presentTask(task), deliveredAt: task.delivered_at }
  })
}

/** What somebody wrote, with its picture. */
export function readNote({ text, picture }: BodyOf<typeof contract.addTaskNote>): NewNote {
  return { text, picture: picture === undefined ? null : decodeDataUrl(picture) }
}

/** The task of a bought skin, for its buyer and the staff alike. */
export function presentTask(task: SkinTask): contract.SkinTaskView {
  const notes = task.notes.map((note) => ({ ...note, at: new Date(note.at).toISOString() }))
  return { state: taskState(task), notes }
}
