import { PictureGround } from './picture-ground.tsx'

/** A hand radio: somebody answers. */
export function DiscordPicture({ className }: { readonly className?: string }) {
  return (
    <PictureGround className={className}>
      <g fill="none" stroke="#6bff4d" strokeWidth="3">
        <path d="m180 40 14 14v20l-14 14" />
        <path d="m196 26 24 24v28l-24 24" opacity=".6" />
        <path d="m212 12 34 34v36l-34 34" opacity=".3" />
      </g>
      <g transform="rotate(-8 150 140)">
        <path fill="#3a5344" d="M146 20h10l2 66h-14z" />
        <path fill="#22342a" d="M172 72h18v16h-18z" />
        <path
          fill="#1c2d23"
          stroke="#48654f"
          strokeWidth="2"
          d="M114 86h80l10 10v112l-10 12h-80l-10-12V96z"
        />
        <path fill="#060a08" d="M118 100h72v34h-72z" />
        <path
          fill="none"
          stroke="#6bff4d"
          strokeWidth="2.5"
          d="M122 118h10l5-10 7 18 7-22 7 18 5-8h23"
        />
        <path d="M120 148h68M120 158h68M120 168h68M120 178h68" stroke="#0a110d" strokeWidth="4" />
        <path fill="#ffb648" d="M122 192h16v12h-16z" />
        <path fill="#48654f" d="M146 192h16v12h-16zM170 192h16v12h-16z" />
        <path fill="#6bff4d" d="M94 106h10v34H94z" />
      </g>
    </PictureGround>
  )
}
