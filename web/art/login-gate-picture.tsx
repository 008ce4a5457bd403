import { EmblemFacets } from './emblem.tsx'
import { PictureGround } from './picture-ground.tsx'

/** The gate of the camp, with a crystal as its lock. */
export function LoginGatePicture({ className }: { readonly className?: string }) {
  return (
    <PictureGround className={className}>
      <path d="M0 70h52v150H0zM268 70h52v150h-52z" fill="#14221a" />
      <path d="M0 70h52M268 70h52" stroke="#2f4739" strokeWidth="3" />
      <path
        d="m4 70 6-14 6 14 6-14 6 14 6-14 6 14 6-14 6 14M268 70l6-14 6 14 6-14 6 14 6-14 6 14 6-14 6 14"
        stroke="#48654f"
        strokeWidth="1.5"
        fill="none"
      />
      <path d="M44 40h20v180H44zM256 40h20v180h-20z" fill="#304b3b" />
      <path d="m44 40 10-12 10 12zM256 40l10-12 10 12z" fill="#527360" />
      <path d="M66 62h92v154H66z" fill="#1f3328" />
      <path d="M162 62h92v154h-92z" fill="#19291f" />
      <path
        d="M66 98h188M66 180h188M96 62v154M128 62v154M192 62v154M224 62v154"
        stroke="#0a110d"
        strokeWidth="3"
      />
      <path d="M66 216 158 62M254 216 162 62" stroke="#426050" strokeWidth="7" />
      <path d="M160 62v154" stroke="#060a08" strokeWidth="4" />
      <path
        d="M138 102h44l18 20v34l-18 20h-44l-18-20v-34z"
        fill="#0b130f"
        stroke="#48654f"
        strokeWidth="2"
      />
      <g transform="translate(137 116) scale(1.44)">
        <EmblemFacets />
      </g>
      <path d="M54 52v10M266 52v10" stroke="#ffb648" strokeWidth="5" />
      <path d="M0 218h320" stroke="#48654f" strokeWidth="2" />
    </PictureGround>
  )
}
