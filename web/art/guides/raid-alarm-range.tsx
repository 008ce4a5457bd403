import type { ReactNode } from 'react'
import { m } from '#web/i18n/paraglide/messages.js'
import { PictureGround } from '#web/art/picture-ground.tsx'
import { DrawingBox, type DrawingProps } from './parts/drawing-box.tsx'

const diamond = 'm0-9 7 9-7 9-7-9z'

export function RaidAlarmRange({ label }: DrawingProps) {
  return (
    <DrawingBox label={label} className="block max-w-xl">
      <PictureGround light="none">
        <path
          d="M0 40h320M0 80h320M0 120h320M0 160h320M0 200h320M40 0v240M80 0v240M120 0v240M160 0v240M200 0v240M240 0v240M280 0v240"
          stroke="#6bff4d"
          strokeOpacity=".06"
        />
        <AlarmRange />
        <text
          x="236"
          y="113"
          textAnchor="middle"
          className="fill-crystal-bright font-display text-[17px] font-bold"
        >
          {m.drawing_range_distance()}
        </text>
        <path fill="#ff7566" transform="translate(98 74)" d={diamond} />
        <path
          fill="none"
          stroke="#ff7566"
          strokeWidth="2"
          strokeDasharray="4 4"
          d="m107 82 40 32"
        />
        <path
          fill="#0a110d"
          stroke="#9db3a5"
          strokeWidth="2"
          transform="translate(36 206)"
          d={diamond}
        />
      </PictureGround>
      <span className="mt-3 flex flex-wrap justify-center gap-x-5 gap-y-1 text-sm text-ink">
        <Key caption={m.drawing_range_alarm()}>
          <path fill="#6bff4d" d={diamond} />
        </Key>
        <Key caption={m.drawing_range_noticed()}>
          <path fill="#ff7566" d={diamond} />
        </Key>
        <Key caption={m.drawing_range_missed()}>
          <path fill="#0a110d" stroke="#9db3a5" strokeWidth="2" d={diamond} />
        </Key>
      </span>
    </DrawingBox>
  )
}

interface KeyProps {
  readonly caption: string
  readonly children: ReactNode
}

function Key({ caption, children }: KeyProps) {
  return (
    <span className="flex items-center gap-2">
      <svg viewBox="-10 -10 20 20" aria-hidden="true" className="size-4 shrink-0">
        {children}
      </svg>
      {caption}
    </span>
  )
}

/** A base on the map with an alarm in its middle, and the alarm's range; around 160, 120. */
function AlarmRange() {
  return (
    <>
      <circle
        cx="160"
        cy="120"
        r="108"
        fill="#2dff8c"
        fillOpacity=".1"
        stroke="#6bff4d"
        strokeWidth="2.5"
        strokeDasharray="9 6"
      />
      <path fill="#16261d" d="M118 84h84v76h-84z" />
      <path fill="#1f3328" d="M118 84h40v34h-40zM164 124h38v36h-38z" />
      <path
        fill="none"
        stroke="#7d613f"
        strokeWidth="7"
        d="M146 160h-28V84h84v76h-32M158 84v22M118 122h22M202 124h-38v14"
      />
      <path fill="none" stroke="#a5834f" strokeWidth="2" d="M146 158h-26V86h80v72h-30" />
      <path stroke="#6f9480" strokeWidth="4" d="M146 161h24" />
      <path stroke="#b6ff9e" strokeWidth="2.5" d="M160 120h108M268 113v14" />
      <path fill="#10301a" stroke="#6bff4d" d="m160 104 12 16-12 16-12-16z" />
      <path fill="#6bff4d" d="m160 110 8 10-8 10-8-10z" />
    </>
  )
}
