/** What is wrong with a text of `content/`, and where; people who write texts read it. */
export class ContentFault extends Error {
  constructor(file: string, line: number, fault: string) {
    super(`${file}:${line}: ${fault}`)
    this.name = 'ContentFault'
  }
}
