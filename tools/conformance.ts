// Compares what Apsis computes with every set of the reference collection, where that lies beside the checkout or where
// APSIS_REFERENCE says. `npm run conformance -- pc/ frames/` runs the sets whose names begin so.
import { COLLECTION, hasCollection } from './conformance/collection.ts'
import { runSets } from './conformance/pool.ts'
import { formatResult, formatSummary, isPassed, listIndexed } from './conformance/report.ts'
import { seconds } from './step.ts'

const wanted = process.argv.slice(2)
if (!hasCollection()) console.log(`There is no reference collection in ${COLLECTION}: nothing to compare.`)
else {
  const started = performance.now()
  const names = listIndexed().filter((name) => wanted.length === 0 || wanted.some((begin) => name.startsWith(begin)))
  const results = await runSets(names, (result) => console.log(formatResult(result)))
  console.log(`${formatSummary(results)}; ${seconds(performance.now() - started)}`)
  process.exitCode = results.length > 0 && isPassed(results) ? 0 : 1
}
