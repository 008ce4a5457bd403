/**
 * Counts what a limit lets through, and once more, from elsewhere, when its window ended meanwhile: the
 * next one lets more through.
 */
export async function countInOneWindow<Result>(
  windowSeconds: number,
  count: (attempt: number) => Promise<Result>,
): Promise<Result> {
  const readWindow = (): number => Math.floor(Date.now() / 1000 / windowSeconds)
  for (let attempt = 1; ; attempt += 1) {
    const window = readWindow()
    const result = await count(attempt)
    if (readWindow() === window) return result
  }
}
