import { Shapes } from '#web/art/drawing.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { DrawingBox, fiveInARow, Panel, type DrawingProps } from './drawing-box.tsx'

interface LevelsProps extends DrawingProps {
  /** The drawings of levels 1 to 5, each within 120 × 104. */
  readonly subjects: readonly string[]
}

/** Items of five levels in a row, each marked with as many crystals as its level. */
export function Levels({ label, subjects }: LevelsProps) {
  return (
    <DrawingBox label={label} className={fiveInARow}>
      {subjects.map((subject, index) => (
        <Panel key={subject} caption={m.drawing_level({ level: index + 1 })}>
          <Shapes svg={subject} />
          <Crystals count={index + 1} />
        </Panel>
      ))}
    </DrawingBox>
  )
}

const places = [36, 48, 60, 72, 84] as const

function Crystals({ count }: { readonly count: number }) {
  return places.map((x, index) => (
    <path
      key={x}
      fill={index < count ? '#6bff4d' : '#0a110d'}
      stroke={index < count ? '#6bff4d' : '#48654f'}
      d={`M${x} 107l3.5 5-3.5 5-3.5-5z`}
    />
  ))
}
