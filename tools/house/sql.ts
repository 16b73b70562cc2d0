import { argumentsOf, dotted, isNode, lineOf, nodesOf, type Source, sources, stringOf } from './source.ts'
import { isTestCode, type Rule, type Tree, type Violation } from './tree.ts'

const ALLOWED = /^(server|identity)\/.*\.repository\.ts$/
const MEMBERS = /^(server|identity|cli|bench)\//

/** Files with SQL that are not repositories, and why. */
export const SQL_EXCEPTIONS: Readonly<Record<string, string>> = {
  'bench/peers/pgbench.ts': 'is the transaction of another benchmark, on tables of its own',
  'server/platform/database/database.ts':
    'opens the transaction and binds it to one tenant, before there is anything to query',
  'server/platform/database/listener.ts': 'LISTEN is a state of the connection that it keeps, not a query',
  'server/platform/database/migrate.ts': 'runs the migrations and keeps the table of those that ran',
  'server/platform/database/moved-clock.ts': 'makes what now() means in a database, and binds it anew',
  'server/platform/database/provision.ts': 'makes the roles and the database that the migrations then fill',
}

const BUILDERS = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto'])
const STATEMENTS = [
  /^\s*select\s(?:[\s\S]*\sfrom\s|\d|[a-z_.]+\(|current_)/i,
  /^\s*insert\s+into\s/i,
  /^\s*update\s+\S+\s+set\s/i,
  /^\s*delete\s+from\s/i,
  /^\s*(create|alter|drop)\s+(table|role|user|database|schema|index|policy|function|type|extension|trigger|or)\b/i,
  /^\s*(grant|revoke)\s+[a-z, ]+\s(on|to|from)\s/i,
  /^\s*(begin|commit|rollback)\s*;?\s*$/i,
  /^\s*(listen|unlisten|notify)\s+("|[a-z_]+$|…)/i,
  /^\s*set\s+(local|role|session)\s/i,
  /^\s*(truncate|copy|vacuum|analyze|lock)\s+(table\s+)?[a-z_."…]+(\s|$)/i,
  /^\s*with\s+\w+\s+as\s*\(/i,
]

/** SQL has to be written as it runs, in repositories too: there is no query builder (record 052). */
export const noQueryBuilder: Rule = {
  name: 'queries are SQL text, never built',
  check: (tree) =>
    sources(tree)
      .filter(({ path }) => MEMBERS.test(path))
      .flatMap(builders),
}

export const sqlInRepositories: Rule = {
  name: 'SQL lies in repositories and migrations only',
  check: (tree) =>
    sources(tree)
      .filter(({ path }) => MEMBERS.test(path) && !ALLOWED.test(path) && !isTestCode(path) && !(path in SQL_EXCEPTIONS))
      .flatMap((file) => [...templates(file), ...statements(file)]),
}

/** Functions that read messages of withdrawn tracks like all others, and why (docs/domain/observation.md). */
export const READS_WITHDRAWN: Readonly<Record<string, string>> = {
  'server/ca/message/cdm.repository.ts listCdms': 'its rows say when they were withdrawn',
  'server/ca/message/record/message.repository.ts listKnownMessages': 'what came once is known, whatever became of it',
  'server/ca/message/cdm.repository.ts measureMessages': 'what is stored takes room and counts to the plan',
  'server/ca/demo/demo.repository.ts findDemoEvent': 'the demo makes its story before anybody can withdraw from it',
  'server/ca/demo/demo.repository.ts listEventsAsOf': 'the demo makes its story before anybody can withdraw from it',
  'server/ca/message/import.repository.ts listOwn': 'which import a message came with does not change',
  'server/ca/message/import.repository.ts listRows': 'an import shows what it brought, as it came',
  'server/ca/plan/record/beside.repository.ts openSides': 'newestCdmId is never a withdrawn one',
  'server/ca/plan/record/execution.repository.ts findOriginal': 'it is named by its id, which the search found',
  'server/ca/plan/record/plan.repository.ts listOpenEvents': 'newestCdmId is never a withdrawn one',
  'server/ca/plan/screen/path.repository.ts listKnownEvents': 'newestCdmId is never a withdrawn one',
  'server/ca/message/record/message.repository.ts findCdmFile': 'it is named by its id, and stays to be read',
  'server/ca/message/record/message.repository.ts listCdmsById': 'its rows say when they were withdrawn',
  'server/ca/message/record/message.repository.ts listCdmsOf': 'its rows say when they were withdrawn',
  'server/ca/message/record/message.repository.ts listMessageFiles': 'they are named by their ids, and stay to be read',
  'server/ca/message/record/message.repository.ts listOriginalFiles': 'a report holds every message as it came',
  'server/ca/message/record/message.repository.ts listOriginals': 'all are looked at anew, and stay marked',
  'server/ca/message/record/message.repository.ts measureOriginals': 'all are looked at anew, and stay marked',
  'server/ca/screening/run/screening.repository.ts listOpenMessages': 'newestCdmId is never a withdrawn one',
  'server/ca/use.repository.ts countCdms': 'what came was used, whatever became of it',
}

/** Messages that a withdrawn track made stay in the table: a query that forgets to exclude them brings back invalid messages. */
export const withdrawnMessages: Rule = {
  name: 'a query of messages regards those that were withdrawn, or says why not',
  check: (tree) =>
    sources(tree).flatMap((file) =>
      forgetful(file)
        .filter(({ key }) => READS_WITHDRAWN[key] === undefined)
        .map(({ key, line }) => ({
          file: file.path,
          line,
          message: `${key.split(' ')[1]} reads ca.cdm and not withdrawn_at: leave withdrawn ones out, or list it in READS_WITHDRAWN with the reason.`,
        })),
    ),
}

/** Returns the entries for functions that no longer exist or that now exclude withdrawn messages. */
export function needlessWithdrawn(tree: Tree): string[] {
  const found = new Set(sources(tree).flatMap((file) => forgetful(file).map(({ key }) => key)))
  return Object.keys(READS_WITHDRAWN).filter((key) => !found.has(key))
}

/** Returns the functions of a repository that read messages and do not mention withdrawal. */
function forgetful(file: Source): { readonly key: string; readonly line: number }[] {
  if (!ALLOWED.test(file.path) || isTestCode(file.path)) return []
  return nodesOf(file, 'FunctionDeclaration', 'VariableDeclarator').flatMap((node) => {
    const text = file.text.slice(node.start, node.end)
    const reads = /\b(?<!delete )(?:from|join)\s+ca\.cdm\b/i.test(text) && /sql(<[^`]*>)?`/.test(text)
    // A statement in a constant inside a function is read together with its function.
    const isNamed = node.type === 'FunctionDeclaration' || isFunction(node.init)
    if (!reads || !isNamed || text.includes('withdrawn_at')) return []
    return [{ key: `${file.path} ${dotted(node.id)}`, line: lineOf(file, node) }]
  })
}

const isFunction = (init: unknown) =>
  isNode(init) && ['ArrowFunctionExpression', 'FunctionExpression'].includes(init.type)

function found(file: Source, node: unknown, what: string): Violation[] {
  const line = isNode(node) ? lineOf(file, node) : 1
  return [{ file: file.path, line, message: `has ${what}: move it to a *.repository.ts beside it.` }]
}

function templates(file: Source): Violation[] {
  return nodesOf(file, 'TaggedTemplateExpression').flatMap((node) =>
    dotted(node.tag) === 'sql' ? found(file, node, 'an sql`…` template') : [],
  )
}

function builders(file: Source): Violation[] {
  return nodesOf(file, 'CallExpression').flatMap((node) => {
    const callee = isNode(node.callee) ? node.callee : undefined
    const method = callee?.type === 'MemberExpression' ? dotted(callee.property) : undefined
    const isQuery = method !== undefined && BUILDERS.has(method) && argumentsOf(node).length > 0
    const message = `builds a query (.${method}): write it as sql\`…\` in a repository.`
    return isQuery ? [{ file: file.path, line: lineOf(file, node), message }] : []
  })
}

function statements(file: Source): Violation[] {
  return nodesOf(file, 'Literal', 'TemplateLiteral').flatMap((node) => {
    const text = stringOf(node)
    if (text === undefined || !STATEMENTS.some((statement) => statement.test(text))) return []
    return found(file, node, `SQL text ("${text.trim().replace(/\s+/g, ' ').slice(0, 40)}")`)
  })
}
