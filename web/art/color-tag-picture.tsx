import { ColorWheel } from './color-wheel.tsx'
import { PictureGround } from './picture-ground.tsx'

/** A gear tag with a stone that holds every colour. */
export function ColorTagPicture({ className }: { readonly className?: string }) {
  return (
    <PictureGround className={className}>
      <path d="M0 20 66 82" stroke="#3f5b49" strokeWidth="3" fill="none" />
      <g transform="rotate(-7 160 120)">
        <path
          fill="#121d17"
          stroke="#48654f"
          strokeWidth="2"
          fillRule="evenodd"
          d="M52 76 76 52h200v136H76L52 164zM66 112v16h12v-16z"
        />
        <path d="M92 66h170M92 174h170" stroke="#23362b" strokeWidth="2" />
        <g transform="translate(152 120)">
          <ColorWheel />
          <path fill="#0b130f" d="M0-19 11-7v14L0 19-11 7V-7z" />
          <path fill="#e8f2eb" d="M0-13 7-5 0 0-7-5z" />
          <path fill="#9db3a5" d="M0 13 7 5 0 0-7 5z" />
        </g>
        <path d="M222 92h40" stroke="#ff6f61" strokeWidth="9" />
        <path d="M222 111h28" stroke="#ffd166" strokeWidth="9" />
        <path d="M222 130h40" stroke="#6bff4d" strokeWidth="9" />
        <path d="M222 149h20" stroke="#4a90f0" strokeWidth="9" />
      </g>
    </PictureGround>
  )
}
