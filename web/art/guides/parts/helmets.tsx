import { Reskinned } from '#web/art/reskinned.tsx'

/** Helmets of level 1 to 5, each within 120 × 104, facing left. */
export function HardHat() {
  return (
    <>
      <path fill="#1f1608" d="M26 72h66l-4 12-28 6-26-6z" opacity=".7" />
      <path fill="#ffb648" d="m24 72 3-22 14-18 20-7 21 6 14 18 3 23z" />
      <path fill="#c98525" d="m61 25 21 6 14 18 3 23H70z" />
      <path fill="#ffd594" d="m27 50 14-18 11-4-8 28-4 16H24z" />
      <path fill="#ffe9c9" d="m52 28 5-6h8l5 6 6 44H52z" />
      <path fill="#e09a35" d="m62 22 3 0 5 6 6 44H64z" />
      <path fill="#ffb648" d="m10 74 16-5h76l6 6-8 6-60 2-22-2z" />
      <path fill="#8a5a17" d="m10 74 8 7 22 2 60-2 8-6-6 12-36 2-44-2z" />
    </>
  )
}

export function MotorbikeHelmet() {
  return (
    <>
      <path fill="#e05a4c" d="m20 62 6-22 18-18 26-6 24 12 12 22-2 28-12 18-16 6H46l-22-8-6-14z" />
      <path fill="#8a2b23" d="m70 16 24 12 12 22-2 28-12 18-16 6H60l10-30 6-24z" />
      <path fill="#ffa195" d="m26 40 18-18 26-6-18 16-26 16z" />
      <path fill="#ffe1dc" d="m58 22 8-3 14 34-6 6z" />
      <path fill="#060a08" d="m16 52 12-8 32 0 12 8-4 16-16 6H20z" />
      <path fill="#2f4a3b" d="m20 54 10-7h22L38 68H21z" />
      <path fill="#527360" d="m20 54 10-7h9L27 66h-6z" />
      <path fill="#6b211b" d="m24 82 18 4v8l-16-5zM46 87l14 1-2 10-12-3z" />
      <path fill="#16261d" d="m72 56 8-3 6 6-1 9-7 3-7-5z" />
    </>
  )
}

export function AssaultHelmet() {
  return (
    <>
      <path
        fill="none"
        stroke="#7d613f"
        strokeWidth="4"
        d="m34 70 8 26 14 6 18-6 8-26M74 70l-18 32"
      />
      <path fill="#5f6f40" d="m20 72 2-24 14-20 26-10 24 8 14 22 2 24-14 8-32-8-22 4z" />
      <path fill="#3c4828" d="m62 18 24 8 14 22 2 24-14 8-24-6 10-24z" />
      <path fill="#8a9a5c" d="m22 48 14-20 26-10-16 20-22 18z" />
      <path
        fill="none"
        stroke="#2d381f"
        strokeWidth="1.6"
        d="m24 44 74 24M32 32l66 22M46 23l46 16M22 62l28-36M32 70l38-50M52 68l34-42M74 72l20-32"
      />
      <path fill="#2d381f" d="m18 72 2-6 34-3 34 8 14-5 1 6-15 9-34-8-24 4z" />
    </>
  )
}

export function BallisticHelmet() {
  return (
    <g transform="translate(-15 0) scale(.47)">
      <Reskinned gear="helmet" finish="bare" />
    </g>
  )
}

export function VisorHelmet() {
  return (
    <>
      <path fill="#1f3328" d="m62 72 38-6 4 20-12 14-26 2-12-10z" />
      <path fill="#16261d" d="m34 56 34 0 6 34-10 12H38l-8-12z" />
      <path fill="#41604e" d="M22 56l2-20 14-18 26-9 26 7 16 20 2 26-4 22-16 4-8-20-12-12z" />
      <path fill="#304939" d="m64 9 26 7 16 20 2 26-4 22-16 4-8-20-6-20z" />
      <path fill="#5f8470" d="m24 36 14-18 26-9-14 20-26 16z" />
      <path fill="#16261d" d="m20 52 50-5 8 6-2 8-54 1z" />
      <path fill="#6bff4d" opacity=".3" d="m14 58 58-2-2 30-16 14H30L14 86z" />
      <path fill="#d2ffc0" opacity=".4" d="m20 62 16-1-8 32-11-7zM44 61l8 0-10 36h-8z" />
      <path fill="none" stroke="#9dff80" strokeWidth="2.5" d="m14 58 58-2-2 30-16 14H30L14 86z" />
      <path fill="#6f9480" d="m72 46 10-2 7 7-1 10-8 5-9-4-3-8z" />
      <path fill="#26392e" d="m75 50 5-1 4 4-1 5-4 2-4-2-2-4z" />
    </>
  )
}
