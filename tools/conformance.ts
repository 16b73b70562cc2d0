// Compares the results of Apsis with every set of the reference collection, which is in the parent folder of the checkout or in the folder of
// APSIS_REFERENCE. `npm run conformance -- pc/ frames/` runs the sets whose names begin with these words; --json prints JSON for programs.
import { collectionFolder, hasCollection } from '@apsis/astro/testing/reference-collection.ts'
import { formatResult, formatSummary, isPassed, toJson } from './conformance/run/report.ts'
import { listSets, runSets } from './conformance/run/run.ts'
import { seconds } from './run/step.ts'

const isJson = process.argv.includes('--json')
const wanted = process.argv.slice(2).filter((word) => word !== '--json')
if (!hasCollection()) {
  console.error(`There is no reference collection in ${collectionFolder()}: nothing to compare.`)
  // Nobody watches CI, so a set that was not compared must not count as passed there.
  process.exitCode = process.env.CI === 'true' ? 1 : 0
} else {
  const started = performance.now()
  const rows = listSets().filter(({ name }) => wanted.length === 0 || wanted.some((begin) => name.startsWith(begin)))
  const results = await runSets(rows, new URL('./conformance/worker.ts', import.meta.url), (result) => {
    if (!isJson) console.log(formatResult(result))
  })
  if (isJson) console.log(JSON.stringify(toJson(results), null, 1))
  else console.log(`${formatSummary(results)}; ${seconds(performance.now() - started)}`)
  process.exitCode = results.length > 0 && isPassed(results) ? 0 : 1
}
