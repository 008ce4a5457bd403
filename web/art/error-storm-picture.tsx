/**
 * A storm has the mast down; the island is still there. A file of its own: the code that shows it is
 * part of every page, and hardly any page breaks.
 */
export function ErrorStormPicture() {
  return (
    <img
      src="/error-storm.svg"
      alt=""
      width={320}
      height={240}
      className="picture block h-auto w-full"
    />
  )
}
