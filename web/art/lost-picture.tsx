import { PictureGround } from './picture-ground.tsx'

/** A trail that leaves the map, and a compass with nothing to point at. */
export function LostPicture({ className }: { readonly className?: string }) {
  return (
    <PictureGround light="none" className={className}>
      <path
        fill="#1c2d23"
        stroke="#48654f"
        strokeWidth="1.5"
        d="M63.8 139.3 66.2 85.2H86.3L84 121H101.4V85.2H121.6V158H101.4V139.3ZM198 139.3 200.3 85.2H220.4L218.1 121H235.6V85.2H255.8V158H235.6V139.3Z"
      />
      <g transform="translate(160.0 121)">
        <path
          fill="#0b130f"
          stroke="#6bff4d"
          strokeWidth="4"
          d="M-17-40h34L34-23v46L17 40h-34L-34 23v-46z"
        />
        <path stroke="#9db3a5" strokeWidth="2" d="M0-36v7M0 36v-7M-30 0h7M30 0h-7" />
        <g transform="rotate(34)">
          <path fill="#ff7566" d="M0-29 8 0h-16z" />
          <path fill="#e8f2eb" d="M0 29-8 0H8z" />
        </g>
      </g>
      <path
        d="M22 240 48 206l46-8 40 10 50-6 34-20 60 4 22-38-14-40 34-52"
        fill="none"
        stroke="#ffb648"
        strokeDasharray="9 8"
        strokeWidth="3"
      />
      <path d="m14 204 16 16M30 204l-16 16" stroke="#ffb648" strokeWidth="3" />
    </PictureGround>
  )
}
