/** Night over the island: what glows behind the hills is crystal. On 320 × 150. */
export function NightGround() {
  return (
    <>
      <path fill="#08110e" d="M0 0h320v150H0z" />
      <path fill="#0c1b16" d="M0 46 60 34l90-10 80 12 90 4v110H0z" />
      <path fill="#10281d" d="M40 92 72 62l48-12 52 10 34 32z" />
      <path fill="#17432a" d="m78 92 16-20 26-8 28 8 18 20z" />
      <path fill="#6bff4d" d="m116 92 4-26 5 8 3 18z" />
      <path fill="#b6ff9e" d="m116 92 4-26 1 26z" />
      <path fill="#0a1611" d="M0 92 34 74l30 10 34-6 30 12 44-14 40 12 46-16 62 18v60H0z" />
      <path fill="#060d0a" d="m0 112 60-8 80 6 90-8 90 8v40H0z" />
      <path
        fill="#cfe3d6"
        d="M24 18h1.500v1.500H24zM66 12h1v1h-1zM98 30h1.500v1.500H98zM142 10h1v1h-1zM176 22h1.500v1.500h-1.500zM296 16h1.500v1.500h-1.500zM286 56h1v1h-1zM40 44h1v1h-1zM160 40h1v1h-1z"
      />
    </>
  )
}

/** The same coast at noon. */
export function DayGround() {
  return (
    <>
      <path fill="#a9d3ea" d="M0 0h320v150H0z" />
      <path fill="#c6e3ef" d="M0 46 60 34l90-10 80 12 90 4v110H0z" />
      <path
        fill="#fff"
        opacity=".8"
        d="m24 26 14-8h22l12 8 14 2-6 4H30l-12-2zM262 22l10-6h18l14 8 10 4h-48z"
      />
      <path fill="#8fb3ab" d="M40 92 72 62l48-12 52 10 34 32z" />
      <path fill="#3e9c46" d="m116 92 4-26 5 8 3 18z" />
      <path fill="#74c86a" d="m116 92 4-26 1 26z" />
      <path fill="#6d8f5c" d="M0 92 34 74l30 10 34-6 30 12 44-14 40 12 46-16 62 18v60H0z" />
      <path fill="#87a45f" d="m0 112 60-8 80 6 90-8 90 8v40H0z" />
      <path fill="#9bb56c" d="m0 128 90-6 110 8 120-8v28H0z" />
    </>
  )
}
