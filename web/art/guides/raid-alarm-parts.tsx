import { m } from '#web/i18n/paraglide/messages.js'
import { AlarmBase } from './parts/alarm-base.tsx'
import { AlarmSender } from './parts/alarm-sender.tsx'
import { CarBattery } from './parts/car-battery.tsx'
import { DrawingBox, type DrawingProps } from './parts/drawing-box.tsx'
import { Panel } from './parts/panel.tsx'

export function RaidAlarmParts({ label }: DrawingProps) {
  return (
    <DrawingBox label={label} className="grid max-w-xl grid-cols-3 gap-2 sm:gap-4">
      <Panel caption={m.drawing_alarm_base()}>
        <AlarmBase />
      </Panel>
      <Panel caption={m.drawing_alarm_sender()}>
        <AlarmSender />
      </Panel>
      <Panel caption={m.drawing_alarm_battery()}>
        <CarBattery />
      </Panel>
    </DrawingBox>
  )
}
