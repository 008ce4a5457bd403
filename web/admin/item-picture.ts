/** Bytes; the server takes no larger picture either. */
export const largestPictureBytes = 5 * 1024 * 1024
export const pictureTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp']

export type PictureFault = 'too_large' | 'wrong_type' | 'empty'

/** What can be said against a file before it is sent; whether it is a picture the server finds out. */
export function findPictureFault({ type, size }: Pick<File, 'type' | 'size'>): PictureFault | null {
  if (!pictureTypes.includes(type)) return 'wrong_type'
  if (size === 0) return 'empty'
  return size > largestPictureBytes ? 'too_large' : null
}

/** The picture in dropped or pasted things: the first file, if it is none, so that somebody is told. */
export function findPicture(files: Iterable<File>): File | null {
  const all = [...files]
  return all.find(({ type }) => pictureTypes.includes(type)) ?? all[0] ?? null
}
