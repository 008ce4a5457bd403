import { PictureGround } from './picture-ground.tsx'

/** A weathered board at the edge of the camp. */
export function RulesPicture({ className }: { readonly className?: string }) {
  return (
    <PictureGround className={className}>
      <path fill="#1a2820" d="M88 40h14v176H88zM218 40h14v176h-14z" />
      <path fill="#26382d" d="m88 40 7-10 7 10zM218 40l7-10 7 10z" />
      <g transform="rotate(-2 160 110)">
        <path fill="#22342a" stroke="#48654f" strokeWidth="2" d="M60 58h186l14 14v94H74l-14-14z" />
        <path d="M60 94h200M60 130h200" stroke="#16241c" strokeWidth="3" />
        <path fill="#6bff4d" d="m76 70 8-6 8 6v9l-8 6-8-6zM76 106l8-6 8 6v9l-8 6-8-6z" />
        <path fill="#ff7566" d="m76 142 8-6 8 6v9l-8 6-8-6z" />
        <path d="M106 74h128M106 110h92M106 146h116" stroke="#cfe0d5" strokeWidth="8" />
        <path d="m238 58 8 18-4 14M60 130l14 8 2 14" stroke="#0a110d" strokeWidth="2" fill="none" />
        <path
          fill="#9db3a5"
          d="m92 60 4 4-4 4-4-4zM228 60l4 4-4 4-4-4zM92 156l4 4-4 4-4-4zM228 156l4 4-4 4-4-4z"
        />
      </g>
      <path d="m56 216 20-8 46 2 40-4 52 6 50 4z" fill="#0d1711" />
      <path d="M28 216h264" stroke="#48654f" strokeWidth="2" />
    </PictureGround>
  )
}
