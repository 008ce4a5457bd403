import { PictureGround } from './picture-ground.tsx'

/** A dark screen whose crystal is the play button. */
export function VideoPoster() {
  return (
    <PictureGround className="block aspect-video w-full">
      <path d="M34 52h238l14 14v122l-14 14H48l-14-14z" fill="#0d1711" fillOpacity=".7" />
      <path
        d="M34 52h238l14 14v122l-14 14H48l-14-14z"
        fill="none"
        stroke="#48654f"
        strokeWidth="1.5"
      />
      <path
        d="M46 64h20M46 64v14M274 190h-20M274 190v-14M46 178h60M46 184h38"
        stroke="#52735b"
        strokeWidth="1.5"
        fill="none"
      />
      <path
        d="m160 86 34 20v42l-34 20-34-20v-42z"
        fill="#10301a"
        stroke="#6bff4d"
        strokeWidth="2"
      />
      <path d="m126 106 34 20 34-20M160 126v42" stroke="#2b6b33" strokeWidth="1.5" fill="none" />
      <path d="m149 107 32 20-32 20z" fill="#6bff4d" />
      <path d="m149 107 32 20-32 0z" fill="#b6ff9e" />
    </PictureGround>
  )
}
