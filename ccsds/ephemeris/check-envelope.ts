import { type CovarianceColumns, epochAt, TRIANGLE_NUMBERS } from '@apsis/astro/ephemeris/columns.ts'
import { watchFlatCovariance } from '@apsis/astro/ephemeris/flat-covariance.ts'
import { missing } from '@apsis/astro/missing.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { isResolved } from '../block/block.ts'
import type { FaultLog } from '../fault.ts'
import type { OemRecord } from '../oem/oem-records.ts'

export interface EnvelopeCheck {
  take(record: OemRecord): void
  /** Takes covariances in columns, and the line of each. */
  takeColumns(covariances: CovarianceColumns, lines: Float64Array): void
}

/**
 * Warns once where the covariance of an ephemeris begins to be a flat envelope: the same numbers for two hours or more. Such numbers are not an
 * estimate, and a probability that is computed from them is equally inexact.
 */
export function checkEnvelope(log: FaultLog): EnvelopeCheck {
  const watch = watchFlatCovariance()
  let isReported = false
  let begin = 1

  function takeTriangle(epoch: Epoch, triangle: ArrayLike<number>, from: number, line: number): void {
    watch.take(epoch, triangle, from)
    if (watch.since === epoch) begin = line
    if (watch.from === null) return
    isReported = true
    const since = formatTime(watch.from, { digits: 0, zulu: true })
    const message = `the covariance is a flat envelope from ${since} on: numbers that stay the same for hours are not estimated`
    log.warning({ line: begin, column: 1, keyword: null, code: 'flat-covariance', message })
  }

  return {
    take(record) {
      if (isReported || record.kind !== 'covariance') return
      const { epoch, matrix } = record.covariance
      if (!isResolved(epoch)) return
      const triangle = [0, 1, 2].flatMap((i) => matrix[i]?.slice(0, i + 1) ?? [])
      takeTriangle(epoch, triangle, 0, record.line)
    },
    takeColumns(covariances, lines) {
      for (let row = 0; row < covariances.count && !isReported; row += 1)
        takeTriangle(epochAt(covariances, row), covariances.triangles, TRIANGLE_NUMBERS * row, lines[row] ?? missing())
    },
  }
}
