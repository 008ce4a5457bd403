/** The site's mark: three crystals that form a K. Legible down to 16 px. */
export function Emblem({ className = 'size-8' }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={`shrink-0 ${className}`}>
      <EmblemFacets />
    </svg>
  )
}

/** The mark for use inside another drawing, on a grid of 32. */
export function EmblemFacets() {
  return (
    <>
      <path fill="#6bff4d" d="M8.5 1v30L4 26V7z" />
      <path fill="#23a03c" d="m8.5 1 4.5 6v19l-4.5 5z" />
      <path fill="#c9ffb4" d="m14.5 14.5 6-9.5L28 2 16 17z" />
      <path fill="#35c043" d="m28 2-1.5 8.5L18 17.5 16 17z" />
      <path fill="#48dc47" d="m16 18.5 4-1 7 7L28.5 31z" />
      <path fill="#15702f" d="m14.5 19 1.5-.5L28.5 31 21 27.5z" />
    </>
  )
}
