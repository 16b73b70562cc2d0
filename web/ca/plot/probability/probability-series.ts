import { captionOfSeries } from '../../../chart/log-series.ts'
import type { PlotTable } from '../../../ui/file/csv.ts'
import { formatProbabilityPlain } from '../../../ui/format/probability.ts'
import { byOriginator, type NumberedMessage } from '../../event/messages.ts'
import { plotWords } from '../words.data.ts'

/** The values of a message for the probability plot. Undefined means not computed, which is not zero. */
export type ProbabilityPoint = {
  readonly id: string
  readonly number: number
  readonly atMs: number
  readonly originator: string
  readonly probability: number | undefined
  readonly maximum: number | undefined
  readonly reported: number | undefined
  /** True if either object was observed since the previous message of the same originator; undefined if this is unknown. */
  readonly hasNewTracking: boolean | undefined
  /** The radius of the second object that was used, m. */
  readonly otherRadiusM: number | undefined
}

export function probabilityPoints(messages: readonly NumberedMessage[]): readonly ProbabilityPoint[] {
  return messages.map(({ cdm, number, atMs }, place) => ({
    id: cdm.cdmId,
    number,
    atMs,
    originator: cdm.originator,
    probability: cdm.assessment.probability ?? undefined,
    maximum: cdm.assessment.maximumProbability ?? undefined,
    reported: cdm.assessment.reported?.probability,
    hasNewTracking: hasNewTracking(
      messages.slice(0, place).findLast((one) => one.cdm.originator === cdm.originator),
      cdm,
    ),
    otherRadiusM: cdm.object2.hardBodyRadius ?? undefined,
  }))
}

function hasNewTracking(
  before: NumberedMessage | undefined,
  { object1, object2 }: NumberedMessage['cdm'],
): boolean | undefined {
  if (before === undefined) return undefined
  const pairs = [
    [before.cdm.object1.lastObservationAt, object1.lastObservationAt],
    [before.cdm.object2.lastObservationAt, object2.lastObservationAt],
  ] as const
  const told = pairs.flatMap(([older, newer]) => (older === null || newer === null ? [] : [newer > older]))
  return told.length === 0 ? undefined : told.some(Boolean)
}

/** Returns sentences about the trend of each originator's values, and about the values' crossings of our own threshold. */
export function probabilityCaption(messages: readonly NumberedMessage[], threshold: number | undefined): string {
  const own =
    threshold === undefined
      ? undefined
      : { value: threshold, owner: plotWords('ownThreshold'), level: 'critical' as const }
  return [...byOriginator(messages)]
    .map(([originator, all]) => {
      const points = probabilityPoints(all).map(({ atMs, probability }) => ({ atMs, value: probability }))
      return captionOfSeries({ name: plotWords('pcName', { originator }), points, colour: 'ink' }, own)
    })
    .join(' ')
}

/** Returns the drawn values, formatted as in files. */
export function probabilityTable(messages: readonly NumberedMessage[]): PlotTable {
  const plain = (value: number | undefined) => formatProbabilityPlain(value) || undefined
  return {
    columns: [
      'message',
      'created_utc',
      'originator',
      'pc_recomputed',
      'pc_maximum',
      'pc_reported',
      'new_tracking',
      'radius_2_m',
    ],
    heads: [
      plotWords('message'),
      plotWords('created'),
      plotWords('originator'),
      plotWords('pcRecomputed'),
      plotWords('pcMaximum'),
      plotWords('pcReported'),
      plotWords('newTracking'),
      plotWords('otherRadius'),
    ],
    rows: messages.map(({ cdm }, place) => {
      const point = probabilityPoints(messages)[place]
      const values = [point?.probability, point?.maximum, point?.reported].map(plain)
      const tracking = point?.hasNewTracking === undefined ? undefined : String(point.hasNewTracking)
      return [cdm.messageId, cdm.creationDate, cdm.originator, ...values, tracking, point?.otherRadiusM]
    }),
  }
}
