import { parseSync } from 'vite'
import { z } from 'zod'

/** A column in the types of the queries. An insert may omit a `generated` one. */
export interface ColumnType {
  readonly type: string
  readonly nullable: boolean
  readonly generated: boolean
}
export type ColumnTypes = Record<string, ColumnType>

const named = z.object({ name: z.string() })
const node = z.looseObject({ type: z.string() })
const reference = z.object({
  type: z.literal('TSTypeReference'),
  typeName: named,
  typeArguments: z.object({ params: z.array(node) }).nullish(),
})
const property = z.object({
  key: named,
  typeAnnotation: z.object({ typeAnnotation: node }),
})
const interfaceDeclaration = z.object({
  type: z.literal('TSInterfaceDeclaration'),
  id: named,
  body: z.object({ body: z.array(property) }),
})
type Property = z.output<typeof property>

/** The columns of every table of the interface `Schema`, read from the source texts. */
export function readTableTypes(sources: readonly string[]): Record<string, ColumnTypes> {
  const statements = sources.flatMap((source) => parseSync('schema.ts', source).program.body)
  const interfaces = new Map(
    statements.flatMap((statement) => {
      const declaration = 'declaration' in statement ? statement.declaration : statement
      const parsed = interfaceDeclaration.safeParse(declaration)
      return parsed.success ? [[parsed.data.id.name, parsed.data.body.body]] : []
    }),
  )
  const tables: [string, ColumnTypes][] = (interfaces.get('Schema') ?? []).map((table) => {
    const { typeName } = reference.parse(table.typeAnnotation.typeAnnotation)
    const columns = interfaces.get(typeName.name) ?? []
    return [table.key.name, Object.fromEntries(columns.map(readColumn))]
  })
  return Object.fromEntries(tables)
}

function readColumn({ key, typeAnnotation }: Property): [string, ColumnType] {
  const generated = argumentOf('Generated', typeAnnotation.typeAnnotation)
  const members = alternatives(generated ?? typeAnnotation.typeAnnotation)
  const first = members.find(({ type }) => type !== 'TSNullKeyword')
  if (!first) throw new Error(`${key.name} has no type`)
  return [
    key.name,
    {
      type: nameOf(first),
      nullable: members.some(({ type }) => type === 'TSNullKeyword'),
      generated: generated !== null,
    },
  ]
}

type TypeNode = z.output<typeof node>

function argumentOf(name: string, type: TypeNode): TypeNode | null {
  const parsed = reference.safeParse(type)
  if (!parsed.success || parsed.data.typeName.name !== name) return null
  return parsed.data.typeArguments?.params[0] ?? null
}

function alternatives(type: TypeNode): TypeNode[] {
  return type.type === 'TSUnionType' ? z.array(node).parse(type['types']) : [type]
}

const objectTypes = new Map([
  ['Date', 'Date'],
  ['Uint8Array', 'bytes'],
])

/** For the database, our named unions of strings are strings. */
function nameOf(type: TypeNode): string {
  if (type.type === 'TSArrayType') return `${nameOf(node.parse(type['elementType']))}[]`
  if (type.type === 'TSNumberKeyword') return 'number'
  if (type.type === 'TSBooleanKeyword') return 'boolean'
  if (argumentOf('Json', type)) return 'json'
  const parsed = reference.safeParse(type)
  return objectTypes.get(parsed.data?.typeName.name ?? '') ?? 'string'
}
