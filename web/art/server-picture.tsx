import { PictureGround } from './picture-ground.tsx'

/** The island on a radar, with players on it. */
export function ServerPicture({ className }: { readonly className?: string }) {
  return (
    <PictureGround className={className}>
      <path
        fill="#0a140e"
        stroke="#48654f"
        strokeWidth="2"
        d="M250.5 157.5 197.5 210.5 122.5 210.5 69.5 157.5 69.5 82.5 122.5 29.5 197.5 29.5 250.5 82.5z"
      />
      <g transform="translate(-48 -36) scale(1.3)">
        <path
          fill="#163222"
          stroke="#35c043"
          strokeWidth="1.5"
          d="m112 92 22-22 34 4 16 14 28-2 12 26-14 26 6 22-30 16-24-8-26 12-24-18 4-26-16-16z"
        />
        <path
          fill="none"
          stroke="#35c043"
          strokeOpacity=".6"
          d="m124 98 16-14 24 4 14 14 22 0 6 16-14 18-2 18-22 4-20-6-16 2-6-12 8-18zM142 104l14-4 14 12 14 4-6 14-16 4-14-8z"
        />
      </g>
      <path fill="#6bff4d" opacity=".16" d="M160 120 198 30l54 52z" />
      <path stroke="#6bff4d" strokeWidth="2.5" d="m160 120 38-90" />
      <g fill="none" stroke="#48654f">
        <path d="M221.0 145.3 185.3 181.0 134.7 181.0 99.0 145.3 99.0 94.7 134.7 59.0 185.3 59.0 221.0 94.7zM191.4 133.0 173.0 151.4 147.0 151.4 128.6 133.0 128.6 107.0 147.0 88.6 173.0 88.6 191.4 107.0zM160 22v196M62 120h196" />
      </g>
      <g fill="#d2ffc0">
        <path d="m178 84 4 5-4 5-4-5zM196 112l4 5-4 5-4-5zM136 112l4 5-4 5-4-5zM166 150l4 5-4 5-4-5z" />
      </g>
      <path fill="#ffb648" d="m208 62 5 6-5 6-5-6z" />
    </PictureGround>
  )
}
