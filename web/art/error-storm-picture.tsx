/**
 * A storm has brought the mast down; the island is still there. Loaded as a file, because the error
 * screen is part of every page's script and hardly ever shown.
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
