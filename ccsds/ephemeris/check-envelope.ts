import { watchFlatCovariance } from '@apsis/astro/ephemeris/flat-covariance.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { isResolved } from '../block/block.ts'
import type { FaultLog } from '../fault.ts'
import type { OemRecord } from '../oem/oem-records.ts'

/**
 * Warns once where the covariance of an ephemeris begins to be a flat envelope: the same numbers for two hours or more. Such numbers are not an
 * estimate, and a probability that is computed from them is equally inexact.
 */
export function checkEnvelope(log: FaultLog): { readonly take: (record: OemRecord) => void } {
  const watch = watchFlatCovariance()
  let isReported = false
  let begin = 1
  return {
    take(record) {
      if (isReported || record.kind !== 'covariance') return
      const { line, covariance } = record
      const { epoch } = covariance
      if (!isResolved(epoch)) return
      watch.take(epoch, covariance.matrix)
      if (watch.since === epoch) begin = line
      if (watch.from === null) return
      isReported = true
      const since = formatTime(watch.from, { digits: 0, zulu: true })
      const message = `the covariance is a flat envelope from ${since} on: numbers that stay the same for hours are not estimated`
      log.warning({ line: begin, column: 1, keyword: null, code: 'flat-covariance', message })
    },
  }
}
