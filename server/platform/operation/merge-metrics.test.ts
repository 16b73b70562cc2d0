import { expect, test } from 'vitest'
import { mergeMetrics } from './merge-metrics.ts'

test('mergeMetrics() lists each family once, with separate samples for every process', () => {
  const own =
    '# HELP jobs Jobs\n# TYPE jobs gauge\njobs{state="waiting",process="api"} 1\n\n# TYPE alone gauge\nalone 5\n'
  const other =
    '# HELP jobs Jobs\n# TYPE jobs gauge\njobs{state="waiting",process="worker"} 2\n\n# TYPE odd gauge\nodd NaN\n'
  expect(mergeMetrics([{ text: own }, { text: other, pid: 7 }, { text: other, pid: 8 }])).toBe(`# HELP jobs Jobs
# TYPE jobs gauge
jobs{state="waiting",process="api"} 1
jobs{state="waiting",process="worker",pid="7"} 2
jobs{state="waiting",process="worker",pid="8"} 2

# TYPE alone gauge
alone 5

# TYPE odd gauge
odd{pid="7"} NaN
odd{pid="8"} NaN
`)
})

test('mergeMetrics() leaves the text of one process unchanged', () => {
  const text = '# HELP a A\n# TYPE a histogram\na_bucket{le="+Inf"} 3\na_sum 1.5\na_count 3\n'
  expect(mergeMetrics([{ text }])).toBe(text)
})
