import { m } from '#web/i18n/paraglide/messages.js'
import { DrawingBox, type DrawingProps } from './parts/drawing-box.tsx'
import { fiveInARow } from './parts/five-in-a-row.ts'
import { Keycard } from './parts/keycard.tsx'
import { Panel } from './parts/panel.tsx'

const colors = [
  m.drawing_card_green,
  m.drawing_card_red,
  m.drawing_card_blue,
  m.drawing_card_purple,
  m.drawing_card_yellow,
] as const

export function Keycards({ label }: DrawingProps) {
  return (
    <DrawingBox label={label} className={fiveInARow}>
      {colors.map((color, index) => (
        <Panel key={color()} caption={color()}>
          <Keycard level={index + 1} />
        </Panel>
      ))}
    </DrawingBox>
  )
}
