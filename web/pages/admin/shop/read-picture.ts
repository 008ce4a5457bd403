/** The data URL that shows a file; null when it is no picture, whatever its name says. */
export async function readPicture(file: File): Promise<string | null> {
  const url = await readAsDataUrl(file)
  if (url === null) return null
  const image = new Image()
  image.src = url
  try {
    await image.decode()
    return url
  } catch {
    return null
  }
}

function readAsDataUrl(file: File): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      resolve(typeof reader.result === 'string' ? reader.result : null)
    })
    reader.addEventListener('error', () => resolve(null))
    reader.readAsDataURL(file)
  })
}
