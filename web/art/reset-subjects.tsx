import { ResetRing } from './reset-ring.tsx'

/** A counter back at zero. Like the other subjects here, drawn around the origin. */
export function ResetStats() {
  return (
    <ResetRing>
      <path fill="#16261d" stroke="#48654f" strokeWidth="1.5" d="M-46-34-34-46h80v80L34 46h-80z" />
      <path fill="#22382b" d="M-40 4h80v4h-80z" />
      <path
        fill="#6bff4d"
        fillRule="evenodd"
        d="M-18 24v-44l12-12H8l12 12v44L8 36H-6zM-3-15v34h8v-34z"
      />
      <path fill="#d2ffc0" d="m-18-20 12-12H8z" />
    </ResetRing>
  )
}

/** Other players, who have to start over as well. */
export function ResetEnemies() {
  return (
    <ResetRing>
      <g opacity=".6">
        <Mask place="translate(-33 -2) scale(.6)" />
        <Mask place="translate(33 -2) scale(.6)" />
      </g>
      <Mask place="translate(0 4)" />
    </ResetRing>
  )
}

function Mask({ place }: { readonly place: string }) {
  return (
    <g transform={place}>
      <path fill="#41604e" d="m-26-30 14-14h24l14 14 4 28-12 24-10 8H-8l-10-8-12-24z" />
      <path fill="#304939" d="M0-44h12l14 14 4 28-12 24-10 8H0z" />
      <path fill="#5f8470" d="m-26-30 14-14H0l-14 12z" />
      <path fill="#0a110d" d="m-24-12 6-8h10l4 8-4 10h-12zM24-12l-6-8H8l-4 8 4 10h12z" />
      <path fill="#ff7566" d="m-20-11 4-5h6l2 5-2 6h-8zM20-11l-4-5h-6l-2 5 2 6h8z" />
      <path fill="#16261d" d="m-12 8 6-6H6l6 6v16l-6 8H-6l-6-8z" />
      <path fill="none" stroke="#48654f" strokeWidth="2.5" d="M-7 11H7M-7 17H7M-7 23H7" />
    </g>
  )
}
