import { Shapes } from '#web/art/drawing.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import alarmBase from './parts/alarm-base.svg?raw'
import alarmSender from './parts/alarm-sender.svg?raw'
import carBattery from './parts/car-battery.svg?raw'
import { DrawingBox, Panel, type DrawingProps } from './parts/drawing-box.tsx'

export function RaidAlarmParts({ label }: DrawingProps) {
  return (
    <DrawingBox label={label} className="grid max-w-xl grid-cols-3 gap-2 sm:gap-4">
      <Panel caption={m.drawing_alarm_base()}>
        <Shapes svg={alarmBase} />
      </Panel>
      <Panel caption={m.drawing_alarm_sender()}>
        <Shapes svg={alarmSender} />
      </Panel>
      <Panel caption={m.drawing_alarm_battery()}>
        <Shapes svg={carBattery} />
      </Panel>
    </DrawingBox>
  )
}
