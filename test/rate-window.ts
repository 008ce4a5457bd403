/**
 * Counts the requests that a limit allows. If its window ended meanwhile, it counts again from another
 * network, because the next window allows more.
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
