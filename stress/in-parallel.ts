/** Works through all items in order, with limited parallelism. */
export async function inParallel<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  async function runNext(): Promise<void> {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, runNext))
}
