import picturesUrl from './start-pictures.svg'

interface StartPictureProps {
  /** A queue, a radar. */
  readonly name: 'priority-queue' | 'server'
  /** Below the first view, or not shown on every screen: loaded when it comes near. */
  readonly isLow?: boolean
  readonly className?: string
}

/**
 * A picture of 320 × 240 of several pages. As a file it adds nothing to the scripts, and all of
 * them are one file, requested once.
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
