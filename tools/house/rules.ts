import { noCircles } from './circles.ts'
import { citations } from './citations.ts'
import { oneCollection } from './collection.ts'
import { dependencyList, exactVersions, portableLock } from './dependencies.ts'
import { clocks, effects, environment, oneClient, oneWayOut, pureMembers } from './doors.ts'
import { exportsUsed } from './exports.ts'
import { roomFaces } from './faces.ts'
import { memberImports, noBarrels, relativeImports } from './imports.ts'
import { serverLayers, webLayers } from './layers.ts'
import { missingNumbers } from './missing-numbers.ts'
import { fileNames, functionNames, typeNames } from './names.ts'
import { linearPatterns } from './patterns.ts'
import { records } from './records.ts'
import { looseTests, roomOrder, screensApart } from './rooms.ts'
import { silence } from './silence.ts'
import { memberCeilings, noCrumbs } from './sizes.ts'
import { isNode, lineOf, nodesOf, sources, unwrapped } from './source.ts'
import { noQueryBuilder, sqlInRepositories, withdrawnMessages } from './sql.ts'
import { fourWidths, noCopiedPrimitives } from './styles.ts'
import { tablesFromColumns } from './tables.ts'
import { erasableOnly, honestTests, memberConfigured, noDefaultExports, noMachines, noPromises } from './text.ts'
import { oneSetOfTimes } from './times.ts'
import { namedTolerances } from './tolerances.ts'
import { linesMatching, type Rule, type Tree, textFiles, type Violation } from './tree.ts'
import { endpointPaths, jobNames, pagePaths } from './urls.ts'

/** The files that turn numbers and times into text; the text of a camera is read by programs and not by people. */
const WRITERS = /^web\/(ui\/format\/|clock\/|chart\/three\/camera-text\.ts)/

const oneWriting: Rule = {
  name: 'numbers and times are written in one way',
  check: (tree) =>
    linesMatching(
      tree,
      textFiles(tree).filter((file) => /^web\/.*(?<!\.test)\.tsx?$/.test(file) && !WRITERS.test(file)),
      /\.(toFixed|toExponential|toPrecision|toLocaleString|toLocaleDateString|toLocaleTimeString)\(|\bIntl\.(NumberFormat|DateTimeFormat)\b/,
      'writes a number or a time with "$&": take a function of web/ui/format/ or web/clock/.',
    ),
}

const TOUR = 'TOUR.md'

/** The documents that lead a newcomer through the code. */
const GUIDES = [TOUR, 'docs/walks.md', 'docs/newcomer.md']

const tourPaths: Rule = {
  name: 'each path that the tour names exists',
  check: (tree) => {
    if (!tree.files().includes(TOUR)) return [{ file: TOUR, line: 1, message: 'is missing: write the tour.' }]
    return GUIDES.filter((file) => tree.files().includes(file)).flatMap((file) => gonePaths(tree, file))
  },
}

/** A field for which a reader searches has its own line, and is not in a literal that is spread into another (docs/house.md §3.8). */
const literalFields: Rule = {
  name: 'object literals write out their fields',
  check: (tree) =>
    sources(tree).flatMap((file) =>
      nodesOf(file, 'ObjectExpression')
        .flatMap(({ properties }) => (Array.isArray(properties) ? properties.filter(isNode) : []))
        .filter(({ type, argument }) => {
          const spread = unwrapped(argument)
          return type === 'SpreadElement' && isNode(spread) && spread.type === 'ObjectExpression'
        })
        .map((node) => ({
          file: file.path,
          line: lineOf(file, node),
          message: 'spreads a literal into a literal: write its fields out.',
        })),
    ),
}

/**
 * The largest number of journeys: they take a large share of a test run, which more of them raised to 17 minutes, then 37, then 45
 * (docs/decisions/166-tiers.md).
 */
const MOST = 70
const JOURNEYS = /^e2e\/.*\.e2e\.ts$/
/** Matches once for each call of test(), however many cases the call has. */
const JOURNEY = /^\s*test(\.\w+)*\(/

/** A new journey must be written as a page test, or replace another journey. */
const fewJourneys: Rule = {
  name: 'there are no more journeys than a run has time for',
  check: (tree) => {
    const all = journeysOf(tree)
    const [file, line] = all[MOST] ?? []
    if (file === undefined || line === undefined) return []
    const message = `is one of ${all.length} journeys, and a run has ${MOST}: write a page test (web/**/*.page.test.ts), or take another journey away.`
    return [{ file, line, message }]
  },
}

/** The house rules, all of them. */
export const RULES: readonly Rule[] = [
  memberImports,
  relativeImports,
  noBarrels,
  serverLayers,
  webLayers,
  noCircles,
  roomOrder,
  roomFaces,
  noCrumbs,
  screensApart,
  looseTests,
  fileNames,
  typeNames,
  functionNames,
  memberCeilings,
  endpointPaths,
  jobNames,
  pagePaths,
  dependencyList,
  exactVersions,
  portableLock,
  tourPaths,
  citations,
  records,
  sqlInRepositories,
  noQueryBuilder,
  withdrawnMessages,
  environment,
  oneClient,
  oneWayOut,
  clocks,
  pureMembers,
  oneCollection,
  fewJourneys,
  missingNumbers,
  exportsUsed,
  literalFields,
  oneSetOfTimes,
  effects,
  erasableOnly,
  noDefaultExports,
  honestTests,
  namedTolerances,
  noMachines,
  noPromises,
  silence,
  linearPatterns,
  oneWriting,
  noCopiedPrimitives,
  fourWidths,
  tablesFromColumns,
  memberConfigured,
]

function journeysOf(tree: Tree): (readonly [file: string, line: number])[] {
  return tree
    .files()
    .filter((file) => JOURNEYS.test(file))
    .flatMap((file) => {
      const lines = tree.read(file).split('\n')
      return lines.flatMap((text, at) => (JOURNEY.test(text) ? [[file, at + 1] as const] : []))
    })
}

function gonePaths(tree: Tree, file: string): Violation[] {
  return tree
    .read(file)
    .split('\n')
    .flatMap((text, i) =>
      [...text.matchAll(/`([^`\s]+)`/g)].flatMap((match): Violation[] => {
        const path = pathIn(match[1] ?? '')
        if (path === undefined || exists(tree, path)) return []
        return [{ file, line: i + 1, message: `names \`${match[1]}\`, which is gone: name what took its place.` }]
      }),
    )
}

/** Returns the text in backticks if it is a path of the repository, and not a URL, a pattern or a package. */
function pathIn(words: string): string | undefined {
  const path = words.replace(/^@apsis\//, '').replace(/\/$/, '')
  const isPattern = /^\.(\w+\.)*(tsx?|json|sql)$|[<>{}*:$(),;=?"'|]/.test(path) || /^(\/|\.\/|-|@|https?)/.test(words)
  const looksLikePath = words.includes('/') || /\.(tsx?|mjs|md|json|sql|csv|css|html)$/.test(path)
  return isPattern || !looksLikePath ? undefined : path
}

function exists(tree: Tree, path: string): boolean {
  return tree.files().some((file) => file === path || file.startsWith(`${path}/`))
}
