import type { MarkdownNode } from './markdown-node.ts'

/**
 * A crafting recipe from its block of text: a line `<count> <drawing> <label>` for each ingredient,
 * at the end `= <drawing> <label>` for what it makes.
 * @throws with what is wrong, in words.
 */
export function readRecipe(source: string): MarkdownNode {
  const lines = source.split('\n').filter((line) => line.trim() !== '')
  const result = /^= *([\w-]+) +(.+)$/.exec(lines.pop() ?? '')
  if (!result) throw new Error('a recipe ends with a line such as “= heavy-charge Charge lourde”')
  if (lines.length === 0) throw new Error('a recipe has at least one ingredient')
  const [, drawing = '', label = ''] = result
  return element('recipe', {}, [
    ...lines.map(readIngredient),
    element('product', { drawing }, [text(label)]),
  ])
}

function readIngredient(line: string): MarkdownNode {
  const match = /^(\d+) +([\w-]+) +(.+)$/.exec(line)
  if (!match) throw new Error(`an ingredient is a line such as “2 nails Clous”, not “${line}”`)
  const [, count = '', drawing = '', label = ''] = match
  return element('ingredient', { count, drawing }, [text(label)])
}

function element(
  name: string,
  hProperties: Readonly<Record<string, string>>,
  children: MarkdownNode[],
): MarkdownNode {
  return { type: name, data: { hName: name, hProperties }, children }
}

function text(value: string): MarkdownNode {
  return { type: 'text', value: value.trim() }
}
