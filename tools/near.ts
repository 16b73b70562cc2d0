import { checkLint, checkTypes, report } from './check.ts'
import { uncommittedFiles } from './draw.ts'
import { diskTree, memberOf } from './house/tree.ts'
import { nearbyTests } from './mutate/nearby.ts'
import { binary, type Ran, ROOT, run, stopChildrenOnTermination } from './run/step.ts'
import { failedOf } from './run/total.ts'

/** If a change has more tests than this, it needs `npm run check`. */
const MOST_TESTS = 20
/** A page test waits for a build of the pages, so only the nearest of each file runs. */
const MOST_OF_PAGES = 1
const CODE = /\.(ts|tsx|mjs|css)$/

/** Returns the tests that are nearest to these files; test files that are themselves changed come first. */
function testsNear(files: readonly string[]): string[] {
  const { near, ofPages } = nearbyTests(diskTree(ROOT))
  const isTest = (file: string) => /\.test\.tsx?$/.test(file)
  const changed = files.filter(isTest)
  const sources = files.filter((file) => CODE.test(file) && !isTest(file))
  const nearest = sources.map(near)
  // Every file gets its nearest test before any file gets a second one.
  const inTurn = Array.from({ length: MOST_TESTS }, (_, k) => nearest.flatMap((tests) => tests.slice(k, k + 1))).flat()
  const pages = sources.flatMap((file) => ofPages(file).slice(0, MOST_OF_PAGES))
  return [...new Set([...changed, ...inTurn.slice(0, MOST_TESTS), ...pages])]
}

/** Checks the uncommitted files of the working tree: their lint, the types of their members, the nearest tests. */
async function checkNear(): Promise<number> {
  const files = uncommittedFiles()
  if (files.length === 0) {
    console.log('Nothing has changed since the last commit: npm run check looks at all.')
    return 0
  }
  const members = [...new Set(files.filter((file) => CODE.test(file)).map(memberOf))]
  const tests = testsNear(files)
  const runNear = (): Promise<Ran> =>
    tests.length === 0
      ? Promise.resolve({ code: 0, output: 'No test is near.' })
      : run('near tests', { program: binary('vitest'), args: ['run', ...tests], env: { NO_COLOR: '1' } })
  const results = await Promise.all([
    report('lint and format', () => checkLint(files)),
    report('types', () => checkTypes(members)),
    report(`${tests.length} near tests`, runNear, { isShown: true }),
  ])
  return results.some((result) => failedOf(result) > 0) ? 1 : 0
}

stopChildrenOnTermination()
process.exitCode = await checkNear()
