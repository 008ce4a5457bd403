import type { DrawingProps } from './parts/drawing-box.tsx'
import { Scene } from './parts/scene.tsx'

const teeth = `M46 160${'l3 6 3-6'.repeat(32)}z`

export function Hacksaw({ label }: DrawingProps) {
  return (
    <Scene label={label}>
      <HacksawSubject />
    </Scene>
  )
}

/** Drawn within 320 × 240. */
function HacksawSubject() {
  return (
    <g transform="rotate(-16 160 128)">
      <path fill="#9db3a5" d={teeth} />
      <path fill="#b8d6c2" d="M38 153h206v4H38z" />
      <path fill="#6f9480" d="M38 157h206v4H38z" />
      <path fill="#41604e" d="M32 168V96l18-18h182l14 14v20h-12V98l-6-7H56l-10 10v67z" />
      <path fill="#6f9480" d="M32 168V96l18-18h182l4 4H54L38 98v70z" />
      <path fill="#26392e" d="M228 91H56l-10 10v67h-4V99l12-12h172zM234 112V98l-6-7 8-5 10 6v20z" />
      <path fill="#527360" d="M24 150h22v16H24z" />
      <path fill="#9db3a5" d="m14 146 10 4v14l-10 6-4-12zM24 150h22v5H24z" />
      <path fill="#527360" d="M232 110h22v56h-14l-8-20z" />
      <path
        fill="#7d613f"
        fillRule="evenodd"
        d="m240 104 30-6 18 12 14 56-10 24-22 8-20-12-6-24zM256 122l-2 26 4 24 12 6 10-6 4-12-10-34z"
      />
      <path fill="#a5834f" d="m240 104 30-6 18 12-14 6-18 6-2 26 4 24-14-10z" />
      <path fill="#4d3a24" d="m288 110 14 56-10 24-22 8v-20l10-6 4-12-10-34-6-8z" />
      <path fill="#3d2e1d" d="m246 114 5 4-5 4-5-4zM262 182l5 4-5 4-5-4z" />
    </g>
  )
}
