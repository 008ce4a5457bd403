import { Reskinned } from '#web/art/reskinned.tsx'

/** Body armour of level 1 to 5, each within 120 × 104. */
export function FieldVest() {
  return (
    <>
      <path fill="#33271a" d="M46 16h28l-6 30H52z" />
      <path fill="#7d6b43" d="m38 20 10-6 8 26 2 62H30l-3-34 9-20z" />
      <path fill="#5a4c2e" d="m82 20-10-6-8 26-2 62h28l3-34-9-20z" />
      <path fill="#a08c5c" d="m38 20 10-6 3 9-9 22-13 22 1-6 9-20z" />
      <path fill="#6b5b38" d="M33 60h22v14H33zM32 80h23v17H32z" />
      <path fill="#8a764a" d="M33 56h22v7H33zM32 76h23v7H32z" />
      <path fill="#4a3e25" d="M65 60h22v14H65zM65 80h23v17H65z" />
      <path fill="#6b5b38" d="M65 56h22v7H65zM65 76h23v7H65zM67 40h14v10H67z" />
      <path
        fill="none"
        stroke="#33271a"
        strokeWidth="2"
        d="M60 44v58M42 63v3M76 63v3M42 83v3M76 83v3"
      />
    </>
  )
}

export function StabVest() {
  return (
    <>
      <path
        fill="#2f4a3b"
        d="m38 18 12-5 4 14 6 5 6-5 4-14 12 5 3 24 8 10-2 42-9 8H38l-9-8-2-42 8-10z"
      />
      <path fill="#1f3328" d="M60 32l6-5 4-14 12 5 3 24 8 10-2 42-9 8H60z" />
      <path fill="#48654f" d="m38 18 12-5 3 9-12 22-12 14-2-6 8-10z" />
      <path
        fill="none"
        stroke="#16261d"
        strokeWidth="1.6"
        d="M40 44h40M36 56h48M34 68h52M34 80h52M36 92h48M48 38v62M60 34v68M72 38v62"
      />
      <path fill="#101c15" d="M27 60h9v8h-9zM27 76h10v8H27zM84 60h9v8h-9zM83 76h10v8H83z" />
      <path fill="#527360" d="M38 18l12-5 1 5-12 6zM82 18l-12-5-1 5 12 6z" />
    </>
  )
}

export function PoliceVest() {
  return (
    <>
      <path fill="#304b3b" d="m36 18 13-6 5 16h12l5-16 13 6 4 26 7 8v42l-10 10H35L25 94V52l7-8z" />
      <path fill="#22362b" d="M60 28h6l5-16 13 6 4 26 7 8v42l-10 10H60z" />
      <path fill="#527360" d="m36 18 13-6 3 10-14 24-13 14v-8l7-8z" />
      <path fill="#1a2820" d="M25 60h10v28H25zM85 60h10v28H85z" />
      <path fill="#e8f2eb" d="M37 50h46v13H37z" />
      <path fill="#9db3a5" d="M60 50h23v13H60z" />
      <path fill="#16261d" d="M42 54h12v5H42zM57 54h8v5h-8zM68 54h10v5H68z" />
      <path fill="#1a2820" d="M37 70h20v24H37zM63 70h20v24H63z" />
      <path fill="#3f5b4b" d="M37 70h20v7l-10 4-10-4zM63 70h20v7l-10 4-10-4z" />
      <path fill="#ffb648" d="m70 32 5 3v6l-5 4-5-4v-6z" />
      <path fill="#0d1711" d="M42 30h8v16h-8z" />
      <path fill="none" stroke="#0d1711" strokeWidth="2.5" d="M44 30V18" />
    </>
  )
}

export function PlateCarrier() {
  return (
    <g transform="translate(-15 2) scale(.47)">
      <Reskinned gear="armour" finish="bare" />
    </g>
  )
}

export function HeavyCarrier() {
  return (
    <g transform="translate(-5 8) scale(.405)">
      <path fill="#304b3b" d="M126 42 130 18l14-10h32l14 10 4 24-34 20z" />
      <path fill="#1f3328" d="M160 8h16l14 10 4 24-34 20z" />
      <path fill="#527360" d="m130 18 14-10h16l-18 18-16 16z" />
      <path fill="#0a110d" d="M142 24 150 17h20l8 7-4 26h-28z" />
      <Reskinned gear="armour" finish="bare" />
      <path fill="#527360" d="M112 30 78 34 54 66l-2 38 22 10 26-20 10-34z" />
      <path fill="#6f9480" d="M112 30 78 34 54 66l26-8z" />
      <path fill="#304b3b" d="m54 92 22 8 24-18v12l-26 20-22-10z" />
      <path fill="#304b3b" d="m208 30 34 4 24 32 2 38-22 10-26-20-10-34z" />
      <path fill="#48654f" d="m208 30 34 4 24 32-26-8z" />
      <path fill="#1f3328" d="m266 92-22 8-24-18v12l26 20 22-10z" />
      <path fill="#6bff4d" d="m74 72 8 5v9l-8 5-8-5v-9zM246 72l8 5v9l-8 5-8-5v-9z" />
      <path fill="#41604e" d="M126 204h68l-12 26-22 10-22-10z" />
      <path fill="#26392e" d="M160 204h34l-12 26-22 10z" />
      <path fill="#6f9480" d="M126 204h68l-3 7h-62z" />
    </g>
  )
}
