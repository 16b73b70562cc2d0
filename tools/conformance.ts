// Compares what Apsis computes with every set of the reference collection, where that lies beside the checkout.
// `npm run conformance -- pc/ frames/` runs the sets whose names begin so.
import { COLLECTION, hasCollection } from './conformance/collection.ts'
import { formatResult, formatSummary, isPassed, listIndexed, runSet } from './conformance/report.ts'
import { SETS } from './conformance/sets.ts'

const wanted = process.argv.slice(2)
if (!hasCollection()) console.log(`There is no reference collection in ${COLLECTION}: nothing to compare.`)
else {
  const started = performance.now()
  const known = new Map(SETS.map((set) => [set.name, set]))
  const names = listIndexed().filter((name) => wanted.length === 0 || wanted.some((begin) => name.startsWith(begin)))
  const results = names.map((name) => {
    const result = runSet(known.get(name) ?? { name, notCovered: 'no comparison is written for it' })
    console.log(`${formatResult(result)}${process.env.TIMES ? `  (${result.seconds.toFixed(1)} s)` : ''}`)
    return result
  })
  console.log(formatSummary(results))
  console.log(`${((performance.now() - started) / 1000).toFixed(1)} s`)
  process.exitCode = isPassed(results) ? 0 : 1
}
