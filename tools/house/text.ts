import { argumentsOf, descendants, dotted, isNode, lineOf, type Node, nodesOf, type Source, sources } from './source.ts'
import { fileName, linesMatching, memberOf, type Rule, type Tree, textFiles, type Violation } from './tree.ts'

/** The rules and their tests, which have to contain the words for which they search. */
const SPELLS_IT = /^tools\/house(\/|\.)/

export const noMachines: Rule = {
  name: 'nothing names a registry or a place on one machine',
  check: (tree) => {
    const files = textFiles(tree).filter((file) => !SPELLS_IT.test(file))
    const registry = /\bregistry\.[a-z0-9-]+\.[a-z]+|\b(artifactory|verdaccio|nexus)\b|\/\/[^\s/]+:\d+\/(npm|simple)\//i
    const place = /(?<![\w.~-])\/(home|Users|root|work)\/[\w.-]+|\b[A-Z]:\\Users\\/
    return [
      ...linesMatching(tree, files, registry, 'names the registry "$&": leave it to the settings of the machine.'),
      ...linesMatching(tree, files, place, 'names "$&", which is on one machine only: work it out at run time.'),
    ]
  },
}

export const noPromises: Rule = {
  name: 'nothing is left to do in a comment',
  check: (tree) =>
    linesMatching(
      tree,
      textFiles(tree).filter((file) => !SPELLS_IT.test(file)),
      /\b(TODO|FIXME|XXX|HACK)\b/,
      'says $&: do it, or open an issue and take the word out.',
    ),
}

export const erasableOnly: Rule = {
  name: 'only syntax that can be erased, parsed without error',
  check: (tree) =>
    sources(tree).flatMap((file) => {
      if (file.parseError !== undefined)
        return [{ file: file.path, line: 1, message: `cannot be parsed: ${file.parseError}` }]
      return nodesOf(file, 'TSEnumDeclaration', 'TSModuleDeclaration', 'TSParameterProperty', 'Decorator')
        .filter((node) => !(node.type === 'TSModuleDeclaration' && (node.declare || file.path.endsWith('.d.ts'))))
        .map((node) => at(file, node, `uses ${SYNTAX[node.type]}`))
    }),
}

const SYNTAX: Readonly<Record<string, string>> = {
  TSEnumDeclaration: 'an enum: write a list `as const` and the type of its items.',
  TSModuleDeclaration: 'a namespace: a file is one already.',
  TSParameterProperty: 'a parameter property: declare the member and assign it.',
  Decorator: 'a decorator: call the function.',
}

export const noDefaultExports: Rule = {
  name: 'exports have names',
  check: (tree) =>
    sources(tree)
      .filter(({ path }) => !/\.config\.ts$/.test(path) && !path.endsWith('.d.ts'))
      .flatMap((file) =>
        [...nodesOf(file, 'ExportDefaultDeclaration', 'TSExportAssignment'), ...exportedAsDefault(file)].map((node) =>
          at(file, node, 'has a default export: give it the name of the file.'),
        ),
      ),
}

function exportedAsDefault(file: Source): Node[] {
  return nodesOf(file, 'ExportSpecifier').filter((node) => dotted(node.exported) === 'default')
}

function at(file: Source, node: Node, message: string): Violation {
  return { file: file.path, line: lineOf(file, node), message }
}

const RUNNERS = new Set(['test', 'it', 'describe', 'suite'])
const REFUSED = new Set(['only', 'skip', 'todo', 'fails'])

export const honestTests: Rule = {
  name: 'every test runs, asserts, and mocks nothing of ours',
  check: (tree) => [
    ...oneShotCounts(tree),
    ...testFiles(tree).flatMap((file) => [
      ...refused(file),
      ...mocks(file),
      ...emptyTables(file),
      ...constantSkips(file),
      ...limitsWithoutReason(file),
      ...silent(file),
    ]),
  ],
}

function testFiles(tree: Tree): Source[] {
  return sources(tree).filter(({ path }) => /\.(test|e2e)\.tsx?$/.test(fileName(path)))
}

function refused(file: Source): Violation[] {
  return nodesOf(file, 'MemberExpression').flatMap((node) => {
    const [runner = '', ...rest] = (dotted(node) ?? '').split('.')
    const word = rest.at(-1) ?? ''
    if (RUNNERS.has(runner) && REFUSED.has(word)) return [at(file, node, `has ${runner}.${word}: run it or remove it.`)]
    return []
  })
}

function mocks(file: Source): Violation[] {
  return nodesOf(file, 'CallExpression')
    .filter((node) => /^vi\.(mock|doMock|hoisted|spyOn|stubGlobal)$/.test(dotted(node.callee) ?? ''))
    .map((node) => at(file, node, 'mocks a module: use the real one, or a fake at the door it comes in by.'))
}

/**
 * A journey that counts once fails on a slow machine, because elements are still being drawn: expect.poll() counts until it
 * is right. A count of zero is checked at once, after other elements have been waited for.
 */
function oneShotCounts(tree: Tree): Violation[] {
  const journeys = textFiles(tree).filter((file) => file.endsWith('.e2e.ts'))
  const once = /expect\(await .*\.count\(\)\)\.(?!toBe\(0\))/
  return linesMatching(tree, journeys, once, 'counts once: await expect.poll(() => ….count()) instead.')
}

/** Finds tables without a row: they create no test, and nothing reports that. */
function emptyTables(file: Source): Violation[] {
  return nodesOf(file, 'CallExpression')
    .filter((node) => /^(test|it|describe)(\.\w+)*\.(each|for)$/.test(dotted(node.callee) ?? ''))
    .filter((node) => {
      const [table] = argumentsOf(node)
      return table?.type === 'ArrayExpression' && Array.isArray(table.elements) && table.elements.length === 0
    })
    .map((node) => at(file, node, 'has a table without a row: it tests nothing.'))
}

/** A test may be skipped if the machine lacks something; a condition that is always true or always false is no such reason. */
function constantSkips(file: Source): Violation[] {
  return nodesOf(file, 'CallExpression')
    .filter((node) => /^(test|it|describe)\.(skipIf|runIf)$/.test(dotted(node.callee) ?? ''))
    .filter((node) => argumentsOf(node)[0]?.type === 'Literal')
    .map((node) => at(file, node, 'is left out, or never, whatever the machine has: run it or remove it.'))
}

/**
 * Finds limits of tests that are written as numbers without a comment in or above their line. The usual limit grows with the load of the machine
 * (vitest.config.ts), a written one does not: it is for tests that need longer than others, and says why.
 */
function limitsWithoutReason(file: Source): Violation[] {
  const lines = file.text.split('\n')
  return nodesOf(file, 'CallExpression')
    .filter(isTest)
    .flatMap((node) => argumentsOf(node).flatMap((one) => [one, ...ownTimeouts(one)]))
    .filter(({ type, value }) => type === 'Literal' && typeof value === 'number')
    .filter((limit) => !(lines[lineOf(file, limit) - 1]?.includes(' // ') || isComment(lines[lineOf(file, limit) - 2])))
    .map((limit) =>
      at(file, limit, 'gives a test a limit without a reason: say it in a comment there, or take the usual limit.'),
    )
}

const isComment = (line = '') => /^\s*\/\/ /.test(line)

/** Returns the values of `timeout` in an object of options. */
function ownTimeouts({ type, properties }: Node): Node[] {
  if (type !== 'ObjectExpression' || !Array.isArray(properties)) return []
  return properties
    .filter(isNode)
    .flatMap(({ key, value }) => (dotted(key) === 'timeout' && isNode(value) ? [value] : []))
}

/** This check is simple, because the test runner itself refuses a test that asserts nothing when it runs (vitest.config.ts). */
function silent(file: Source): Violation[] {
  const helpers = helpersThatAssert(file)
  const tests = nodesOf(file, 'CallExpression').filter(isTest)
  if (tests.length === 0) return [{ file: file.path, line: 1, message: 'has no test: remove it, or test something.' }]
  return tests.filter((node) => !asserts(node, helpers)).map((node) => at(file, node, 'has a test without an expect.'))
}

/** True for `test('…', …)`, `test.each(…)('…', …)`, `test.skipIf(…).each(…)('…', …)` and so on. */
function isTest(node: Node): boolean {
  const callee = isNode(node.callee) ? node.callee : undefined
  const inner = callee?.type === 'CallExpression' ? callee.callee : callee
  const condition = isNode(inner) && isNode(inner.object) ? inner.object : undefined
  if (condition?.type === 'CallExpression') {
    const isCondition = /^(test|it)\.(skipIf|runIf)$/.test(dotted(condition.callee) ?? '')
    return isCondition && callee?.type === 'CallExpression'
  }
  const [runner, word] = (dotted(inner) ?? '').split('.')
  if (runner !== 'test' && runner !== 'it') return false
  const isTable = word === 'each' || word === 'for' || word === 'skipIf' || word === 'runIf'
  return isTable ? callee?.type === 'CallExpression' : word !== 'extend' && argumentsOf(node).length > 1
}

function asserts(node: Node, helpers: ReadonlySet<string>): boolean {
  return descendants(node).some((inner) => inner.type === 'Identifier' && helpers.has(String(inner.name)))
}

/** Returns `expect`, imported helpers with expect in their name, and the functions of the file that use one of these. */
function helpersThatAssert(file: Source): Set<string> {
  const imported = nodesOf(file, 'ImportSpecifier').map((node) => String(dotted(node.local)))
  const helpers = new Set(['expect', 'assert', ...imported.filter((name) => /^(expect|assert|check)/.test(name))])
  const functions = nodesOf(file, 'FunctionDeclaration', 'VariableDeclarator')
  for (let before = 0; before !== helpers.size; ) {
    before = helpers.size
    for (const node of functions) if (asserts(node, helpers)) helpers.add(String(dotted(node.id)))
  }
  return helpers
}

export const memberConfigured: Rule = {
  name: 'each member is checked by the compiler',
  check: (tree) => {
    const members = new Set(
      tree
        .files()
        .filter((file) => /\.tsx?$/.test(file) && file.includes('/'))
        .map(memberOf),
    )
    return [...members]
      .filter((member) => !tree.files().includes(`${member}/tsconfig.json`))
      .map((member) => ({
        file: `${member}/tsconfig.json`,
        line: 1,
        message: 'is missing: the member is not checked.',
      }))
  },
}
