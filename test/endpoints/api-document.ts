import { z } from 'zod'
import { listFiles, readSource, type SourceFile } from '#test/repo-rules/source-files.ts'
import { routes as pages } from '#web/app/routes.tsx'
import { readAccessTable } from './access-table.ts'
import { nameOf, type Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { callers, type Caller } from './people.ts'

const introduction = `# Every address of the server

Made from the routes. A test fails when this file is out of date; \`npx vitest run test/endpoints/access.test.ts -u\` rewrites it.

- **Who** comes from [access.md](../test/endpoints/access.md), which explains the names and lists the answer to each of them. A page of another site can change nothing (\`foreign_origin\`).
- **Sends** lists the fields of the JSON body, or after \`?\` those of the query. A field with \`?\` at its end is optional.
- **Gets** has the status of the answer, and its type in \`contract/\`, where every field is explained. A refusal is a \`Problem\` of \`contract/problem.ts\`.
- The names below \`/functions/v1/\` are fixed by the specification; new endpoints go below \`/api/\`.

\`server/http/app.ts\` shows the middleware of all requests.`

const pagesIntroduction = `## Pages

\`GET\` returns the page in the visitor's language, or in that of \`?lang=\` (\`server/http/pages/page-routes.ts\`). Beside the pages are \`/assets/*\` and the files of \`web/public/\`.`

/** The text of `docs/api.md`: the endpoints by the file of their route, then the pages. */
export function describeApi(): string {
  const sources = readFolder('server')
  const routeFiles = sources.filter(({ path }) => path.startsWith('server/http/routes/'))
  const constants = sources.flatMap(readPathConstants)
  const handlers = new Map(routeFiles.flatMap((source) => readHandlers(source, constants)))
  const contract = readFolder('contract')
  const access = readAccessTable()

  const sections = new Map<string, string[]>()
  for (const endpoint of endpoints) {
    const { route } = endpoint
    const [, path = ''] = route.split(' ')
    const handler = handlers.get(route)
    const file = handler?.file ?? routeFiles.find(({ text }) => text.includes(`'${path}'`))?.path
    const type = handler?.type ?? findDescribedType(route, contract)
    const answers = access.get(nameOf(endpoint))
    const cells = [
      `\`${nameOf(endpoint)}\``,
      answers ? describeCallers(answers) : '',
      describeFields(endpoint),
      answers ? describeAnswer(answers, type) : '',
    ]
    const heading = `## \`${file}\``
    sections.set(heading, [...(sections.get(heading) ?? []), `| ${cells.join(' | ')} |`])
  }
  const tables = [...sections].map(([heading, rows]) =>
    [heading, '', '| Endpoint | Who | Sends | Gets |', '| - | - | - | - |', ...rows].join('\n'),
  )
  const pageList = pages.map(({ path }) => `\`${path}\``).join(', ')
  return `${[introduction, ...tables, pagesIntroduction, pageList].join('\n\n')}\n`
}

function readFolder(folder: string): SourceFile[] {
  return listFiles(folder)
    .filter((location) => location.endsWith('.ts') && !location.endsWith('.test.ts'))
    .map(readSource)
}

interface Handler {
  readonly file: string
  /** The type of its answer in the contract. */
  readonly type: string | undefined
}

/** The source after each `.get(path, …)` and other method in a file of routes. A path can be a constant. */
function readHandlers(
  source: SourceFile,
  everyConstant: readonly (readonly [string, string])[],
): [string, Handler][] {
  const constants = new Map([...everyConstant, ...readPathConstants(source)])
  const types = readContractTypes(source)
  const [, ...calls] = source.text.split(/\.(?=(?:get|post|put|patch|delete)\(\s*['`\w])/)
  return calls.map((call): [string, Handler] => {
    const [, method = '', written = ''] = /^(\w+)\(\s*([^,]+),/.exec(call) ?? []
    const path = written
      .replaceAll(
        /\$\{(\w+)\}|^(\w+)$/g,
        (_, inText?: string, alone?: string) => constants.get(inText ?? alone ?? '') ?? '',
      )
      .replaceAll(/['`]/g, '')
    // The source after the function is not part of its last route.
    const [handler = ''] = call.split('\n}')
    const [type] = types.flatMap(
      (name) => new RegExp(String.raw`\b${name}\b(\[\])?`).exec(handler)?.[0] ?? [],
    )
    return [`${method.toUpperCase()} ${path}`, { file: source.path, type }]
  })
}

function readPathConstants({ text }: SourceFile): [string, string][] {
  const constants = text.matchAll(/const (\w+) = '(\/[^']*)'/g)
  return [...constants].map(([, name = '', path = '']) => [name, path])
}

function readContractTypes({ text }: SourceFile): string[] {
  const imports = text.matchAll(/^import (type )?\{([^}]*)\} from '#contract\//gm)
  return [...imports].flatMap(([, onlyTypes, names = '']) =>
    [...names.matchAll(onlyTypes ? /(\w+)/g : /\btype (\w+)/g)].map(([, name = '']) => name),
  )
}

/** The type whose comment names it as the answer. Routes that send a cached answer name none. */
function findDescribedType(route: string, contract: readonly SourceFile[]): string | undefined {
  const comment = new RegExp(
    String.raw`(?:Answer of|(An entry) of|What) \`${route}\`.*?\nexport (?:type|interface) (\w+)`,
    's',
  )
  const [found] = contract.flatMap(({ text }) => {
    const [, entry, name] = comment.exec(text) ?? []
    return name === undefined ? [] : [entry ? `${name}[]` : name]
  })
  return found
}

type Answers = Readonly<Record<Caller, string>>

const groups: Readonly<Record<string, string>> = {
  'admin by code, admin by Discord': 'admins',
  'owner, other user, admin by Discord': 'anybody signed in',
  'owner, other user, admin by Discord, forged, right secret, other secret':
    'anybody signed in or with a secret',
}

/** The callers whose answer differs from a stranger's, or everybody. */
function describeCallers(answers: Answers): string {
  const allowed = listAllowed(answers)
  if (allowed.length > 0) return groups[allowed.join(', ')] ?? allowed.join(', ')
  if (isRefusal(answers.anonymous)) return 'nobody'
  return answers.owner.endsWith(' own') ? 'anybody, their own' : 'anybody'
}

function describeAnswer(answers: Answers, type: string | undefined): string {
  const [caller = 'anonymous'] = listAllowed(answers)
  const [answer = ''] = answers[caller].split(' ')
  const shown = type === undefined ? [] : [`\`${type}\``]
  return isRefusal(answer)
    ? [...shown, `in the example \`${answer}\``].join(', ')
    : [answer, ...shown].join(' ')
}

function listAllowed(answers: Answers): Caller[] {
  const [toStrangers] = answers.anonymous.split(' ')
  return callers.filter((caller) => {
    const [answer = ''] = answers[caller].split(' ')
    return caller !== 'foreign page' && answer !== toStrangers && answer !== 'forbidden'
  })
}

function isRefusal(answer: string): boolean {
  return !/^\d/.test(answer)
}

const objectSchema = z.looseObject({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
  anyOf: z.array(z.unknown()).default([]),
})

function describeFields({ bodyContract, queryContract }: Endpoint): string {
  const body = bodyContract ? [listFields(bodyContract)] : []
  const query = queryContract ? [`? ${listFields(queryContract)}`] : []
  return [...body, ...query].join(' ')
}

function listFields(contract: z.core.$ZodType): string {
  const schema = z.toJSONSchema(contract, { io: 'input', unrepresentable: 'any' })
  return listProperties(schema).join(', ')
}

function listProperties(schema: unknown): string[] {
  const { properties, required, anyOf } = objectSchema.parse(schema)
  const names = Object.keys(properties).map((name) =>
    required.includes(name) ? `\`${name}\`` : `\`${name}?\``,
  )
  return anyOf.length === 0
    ? names
    : [anyOf.map((one) => listProperties(one).join(', ')).join(' or ')]
}
