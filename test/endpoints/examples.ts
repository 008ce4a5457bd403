import { z } from 'zod'
import { nameOf, type Call, type Example } from './endpoint.ts'

const schemaNode = z.looseObject({
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  prefixItems: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
})
const record = z.record(z.string(), z.unknown())

/** Fields of the contract that the example call lacks: no fuzz would reach them. */
export function findMissingFields(endpoint: Example, call: Call): string[] {
  const { body, query } = endpoint
  return [
    ...(body ? missingIn(body, call.body ?? {}) : []),
    ...(query ? missingIn(query, call.query ?? {}) : []),
  ].map((field) => `${nameOf(endpoint)}: ${field}`)
}

function missingIn(contract: z.core.$ZodType, example: unknown): string[] {
  return missingAt(z.toJSONSchema(contract, { io: 'input', unrepresentable: 'any' }), example, '')
}

function missingAt(schema: unknown, example: unknown, place: string): string[] {
  const node = schemaNode.parse(schema)
  const variants = [...(node.anyOf ?? []), ...(node.allOf ?? [])]
  return [
    ...variants.flatMap((variant) => missingAt(variant, example, place)),
    ...Object.entries(node.properties ?? {}).flatMap(([name, inner]) => {
      const fields = record.safeParse(example)
      const at = `${place}.${name}`
      return fields.success && name in fields.data ? missingAt(inner, fields.data[name], at) : [at]
    }),
    ...(node.prefixItems ?? (node.items === undefined ? [] : [node.items])).flatMap((inner) =>
      missingAt(inner, Array.isArray(example) ? example[0] : undefined, `${place}.0`),
    ),
  ]
}
