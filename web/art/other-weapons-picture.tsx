import { PictureGround } from './picture-ground.tsx'

/** Weapons that are still only a plan. */
export function OtherWeaponsPicture() {
  return (
    <PictureGround light="amber">
      <path
        d="M0 40h320M0 80h320M0 120h320M0 160h320M0 200h320M40 0v240M80 0v240M120 0v240M160 0v240M200 0v240M240 0v240M280 0v240"
        stroke="#ffb648"
        strokeOpacity=".07"
      />
      <g
        fill="#ffb648"
        fillOpacity=".07"
        stroke="#ffb648"
        strokeWidth="2"
        strokeDasharray="5 5"
        transform="rotate(-10 160 120) translate(18 -4) scale(.9)"
      >
        <path d="M24 96 72 74h44l8-8h162v12H190v10h-58l-6 10h-20l-6 10-26-2-46 22-8-6zM190 78h58v14h-58z" />
        <path d="M104 138h128l6 6v20h-76l-6 16h-22l-14 44H82l14-52-2-28zM162 164l-6 16M120 138v-6h10v6M222 138v-6h8v6" />
        <path d="M112 150h100" fill="none" />
      </g>
    </PictureGround>
  )
}
