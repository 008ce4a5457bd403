const krAmount = /((?:[+−]?[\d\s.,]*\d\s)?\bKr\b)/

/** A text in the display face; its Kr, with their amount, stand in the face where they read as such. */
export function KrText({ children }: { readonly children: string }) {
  const [before, amount, ...after] = children.split(krAmount)
  // One element, so that it is one item of a flex box.
  return (
    <span>
      {before}
      {amount && <span className="kr">{amount}</span>}
      {after.join('')}
    </span>
  )
}
