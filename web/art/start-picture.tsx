import picturesUrl from './start-pictures.svg'

interface StartPictureProps {
  /** A waiting line, a radar, a weathered board, a radio set. */
  readonly name: 'priority-queue' | 'server' | 'rules' | 'discord'
  /** Not in the first view of its page, or not on every screen: loaded when it comes near. */
  readonly isLow?: boolean
  readonly className?: string
}

/**
 * A picture of 320 × 240 that the first page shows: as a file it adds nothing to the scripts, and
 * all of them are one file, which is asked for once.
 */
export function StartPicture({
  name,
  isLow = false,
  className = 'block aspect-4/3 w-full',
}: StartPictureProps) {
  return (
    <img
      src={`${picturesUrl}#${name}`}
      alt=""
      width={320}
      height={240}
      loading={isLow ? 'lazy' : 'eager'}
      decoding="async"
      className={`picture object-cover ${className}`}
    />
  )
}
