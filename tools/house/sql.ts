import { argumentsOf, dotted, isNode, lineOf, nodesOf, type Source, sources, stringOf } from './source.ts'
import { isTestCode, type Rule, type Violation } from './tree.ts'

const ALLOWED = /^(server|identity)\/.*\.repository\.ts$/
const MEMBERS = /^(server|identity|cli|bench)\//

/** Files with SQL that are no repository, and why. */
export const SQL_EXCEPTIONS: Readonly<Record<string, string>> = {
  'bench/peers/pgbench.ts': 'is the transaction of another benchmark, on tables of its own',
  'server/platform/database/database.ts':
    'opens the transaction and binds it to one tenant, before there is anything to query',
  'server/platform/database/listener.ts': 'LISTEN is a state of the connection that it keeps, not a query',
  'server/platform/database/migrate.ts': 'runs the migrations and keeps the table of those that ran',
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

/** Queries are read as they run: one way of writing them, in repositories too (record 052). */
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
