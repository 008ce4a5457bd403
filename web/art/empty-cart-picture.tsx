import { Crate } from './crate.tsx'
import { PictureGround } from './picture-ground.tsx'

/** The crate of the cart, empty. */
export function EmptyCartPicture({ className }: { readonly className?: string }) {
  return (
    <PictureGround light="none" className={className}>
      <g fill="none" stroke="#48654f" strokeDasharray="5 6" strokeWidth="1.5">
        <path d="m138 106 2-44 14-22 20 14v48M140 40l20 10 14-18M160 50v36" />
      </g>
      <Crate />
      <path
        d="M44 226h232M44 226v-7M102 226v-5M160 226v-5M218 226v-5M276 226v-7"
        stroke="#48654f"
        strokeWidth="1.5"
        fill="none"
      />
    </PictureGround>
  )
}
