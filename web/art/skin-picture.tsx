import { PictureGround } from './picture-ground.tsx'
import { Vest } from './vest.tsx'

/** Gear changing its colours. */
export function SkinPicture({ className }: { readonly className?: string }) {
  return (
    <PictureGround className={className}>
      <g fill="none" stroke="#48654f" strokeWidth="1.5">
        <path d="M48 40V24h16M272 40V24h-16M48 200v16h16M272 200v16h-16" />
      </g>
      <g transform="translate(61 21) scale(.387)">
        <Vest />
      </g>
    </PictureGround>
  )
}
