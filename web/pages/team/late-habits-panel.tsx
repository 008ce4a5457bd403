import { useEffect, useState, type ComponentType } from 'react'

/** The panel of the visitor's habits, which comes after the page: its fields are most of a form. */
export function LateHabitsPanel() {
  const [Panel, setPanel] = useState<ComponentType | null>(null)
  useEffect(() => {
    import('./habits-panel.tsx').then(
      ({ HabitsPanel }) => setPanel(() => HabitsPanel),
      // The list can be read without it.
      () => undefined,
    )
  }, [])
  // As tall as the panel while it is closed.
  return <div className="flow-root min-h-12">{Panel !== null && <Panel />}</div>
}
