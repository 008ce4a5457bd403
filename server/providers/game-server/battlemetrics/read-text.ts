/** A server with hundreds of mods has some ten thousand. */
const mostBytes = 1024 * 1024

/** The body as text. Throws when it is longer than any real answer. */
export async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > mostBytes) throw new Error('the answer is too long')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
