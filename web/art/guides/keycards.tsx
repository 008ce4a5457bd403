import { Shapes } from '#web/art/drawing.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { DrawingBox, fiveInARow, Panel, type DrawingProps } from './parts/drawing-box.tsx'
import keycard1 from './parts/keycard-1.svg?raw'
import keycard2 from './parts/keycard-2.svg?raw'
import keycard3 from './parts/keycard-3.svg?raw'
import keycard4 from './parts/keycard-4.svg?raw'
import keycard5 from './parts/keycard-5.svg?raw'

/** By level, which the number of notches shows too, so that colour is not the only sign. */
const cards = [
  { svg: keycard1, color: m.drawing_card_green },
  { svg: keycard2, color: m.drawing_card_red },
  { svg: keycard3, color: m.drawing_card_blue },
  { svg: keycard4, color: m.drawing_card_purple },
  { svg: keycard5, color: m.drawing_card_yellow },
] as const

export function Keycards({ label }: DrawingProps) {
  return (
    <DrawingBox label={label} className={fiveInARow}>
      {cards.map(({ svg, color }) => (
        <Panel key={svg} caption={color()}>
          <Shapes svg={svg} />
        </Panel>
      ))}
    </DrawingBox>
  )
}
