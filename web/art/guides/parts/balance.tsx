import { EmblemFacets } from '#web/art/emblem.tsx'

/** A balance above the list of its movements, within 120 × 120. */
export function Balance() {
  return (
    <g transform="rotate(-4 60 60)">
      <path fill="#060a08" opacity=".5" d="M24 22h70l12 12v70H24z" />
      <path fill="#1f3328" stroke="#527360" strokeWidth="2" d="M18 16h72l12 12v70H18z" />
      <path fill="#0a110d" d="M25 23h62l8 8v23H25z" />
      <g transform="translate(30 26) scale(.8)">
        <EmblemFacets />
      </g>
      <path fill="#b6ff9e" d="M60 34h28v8H60z" />
      <path fill="#6bff4d" d="M25 64h4v-4h4v4h4v4h-4v4h-4v-4h-4z" />
      <path fill="#9db3a5" d="M43 63h30v5H43zM43 80h22v5H43z" />
      <path fill="#6bff4d" d="M80 63h15v5H80z" />
      <path fill="#ff7566" d="M25 80h12v5H25zM84 80h11v5H84z" />
    </g>
  )
}
