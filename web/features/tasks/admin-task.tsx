import { listSkinPurchases } from '#contract/skins.ts'
import { searchOrders } from '#contract/staff.ts'
import {
  addTaskNote,
  changeTask,
  type ChangedTask,
  type TaskChange,
  type SkinTaskView,
  type TaskView,
  newTaskNote,
} from '#contract/tasks.ts'
import { longestTaskNote } from '#domain/text-limits.ts'
import { adminCall } from '#web/admin-kit/session.ts'
import { refreshFigures, useAdminAction } from '#web/admin-kit/use-admin-data.ts'
import { ApiProblem } from '#web/app/api-client.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Badge } from '#web/ui/labels.tsx'
import { NotesButton } from './admin-notes.tsx'
import { TaskNotes } from './task-notes.tsx'

interface TaskActionsProps {
  /** The id of the order or the bought skin. */
  readonly id: string
  readonly task: TaskView
  /** The name of what was bought. */
  readonly item: string
  readonly buyer: { readonly discordUsername: string; readonly steamId: string }
  /** Not while the order is disputed or refunded. */
  readonly mayStart: boolean
  readonly onChange: (changed: ChangedTask) => Promise<void>
}

/**
 * Marks a task as in progress. It is delivered by the button beside it. A single button for both ways,
 * so that it keeps its focus.
 */
export function TaskActions({ id, task, item, buyer, mayStart, onChange }: TaskActionsProps) {
  const { isPending, run } = useAdminAction(m.admin_task_failed)
  const names = { item, buyer: buyer.discordUsername }
  const isStarted = task.state === 'in_progress'

  async function move(change: TaskChange) {
    try {
      await onChange(await adminCall(changeTask, { params: { id }, body: change }))
    } catch (problem) {
      // Another admin was faster, so the list is shown as it is now.
      if (problem instanceof ApiProblem && problem.code === 'task_changed') {
        refreshFigures(searchOrders, listSkinPurchases)
      }
      throw problem
    }
  }

  return (
    <div className="mt-1 grid justify-items-start">
      {isStarted && (
        <Badge tone="amber" className="mt-2">
          {m.admin_task_in_progress()}
        </Badge>
      )}
      {(isStarted || (mayStart && task.state === 'open')) && (
        <Button
          tone="quiet"
          pending={isPending}
          onClick={() =>
            run(() => move({ state: isStarted ? 'open' : 'in_progress', from: task.state }))
          }
          aria-label={isStarted ? m.admin_task_stop_label(names) : m.admin_task_start_label(names)}
          className="-ml-5 max-w-none"
        >
          {isStarted ? m.admin_task_stop() : m.admin_task_start()}
        </Button>
      )}
    </div>
  )
}

interface SkinNotesProps extends Omit<TaskActionsProps, 'mayStart' | 'task'> {
  readonly task: SkinTaskView
}

export function SkinNotes({ id, task, item, buyer, onChange }: SkinNotesProps) {
  return (
    <NotesButton
      count={task.notes.length}
      subject={`skin ${id}`}
      item={item}
      buyer={buyer}
      shape={newTaskNote}
      longest={longestTaskNote}
      send={async (request) =>
        onChange(await adminCall(addTaskNote, { params: { id }, ...request }))
      }
    >
      {task.notes.length === 0 ? (
        <p className="text-muted">{m.admin_task_notes_none()}</p>
      ) : (
        <TaskNotes notes={task.notes} item={item} />
      )}
    </NotesButton>
  )
}
