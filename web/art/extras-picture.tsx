import { Crate } from './crate.tsx'
import { PictureGround } from './picture-ground.tsx'

/** A crate with more in it than gear. */
export function ExtrasPicture({ className }: { readonly className?: string }) {
  return (
    <PictureGround className={className}>
      <Crate>
        <g transform="translate(6 22) scale(.96)">
          <path fill="#12532a" d="m112 86-16-40 8-22 20 14 10 50z" />
          <path fill="#9dff80" d="m96 46 8-22 6 24-6 22z" />
          <path fill="#35c043" d="m104 24 20 14-14 10z" />
          <path fill="#6bff4d" d="m138 110 2-66 14-32 6 36v66z" />
          <path fill="#d2ffc0" d="m140 44 14-32 6 36z" />
          <path fill="#15803a" d="m160 114V48l20-12-4 74z" />
          <path fill="#48dc47" d="m154 12 26 24-20 12z" />
          <path fill="#3bcb44" d="m186 104 12-48 22-14-4 24-16 40z" />
          <path fill="#9dff80" d="m198 56 22-14-4 24z" />
        </g>
      </Crate>
    </PictureGround>
  )
}
