import { captionOf } from '../../../chart/log-series.ts'
import type { PlotTable } from '../../../ui/file/csv.ts'
import { formatProbabilityPlain } from '../../../ui/format/probability.ts'
import { byOriginator, type Numbered } from '../../event/messages.ts'
import { plotWords } from '../words.data.ts'

/** What a message says about the probability; undefined is not computed, which is not zero. */
export type ProbabilityPoint = {
  readonly id: string
  readonly number: number
  readonly atMs: number
  readonly originator: string
  readonly probability: number | undefined
  readonly maximum: number | undefined
  readonly reported: number | undefined
}

export function probabilityPoints(messages: readonly Numbered[]): readonly ProbabilityPoint[] {
  return messages.map(({ cdm, number, atMs }) => ({
    id: cdm.cdmId,
    number,
    atMs,
    originator: cdm.originator,
    probability: cdm.assessment.probability ?? undefined,
    maximum: cdm.assessment.maximumProbability ?? undefined,
    reported: cdm.assessment.reported?.probability,
  }))
}

/** How the values of each originator moved, and where they crossed the own threshold, in sentences. */
export function probabilityCaption(messages: readonly Numbered[], threshold: number | undefined): string {
  const own =
    threshold === undefined
      ? undefined
      : { value: threshold, owner: plotWords('ownThreshold'), level: 'critical' as const }
  return [...byOriginator(messages)]
    .map(([originator, all]) => {
      const points = probabilityPoints(all).map(({ atMs, probability }) => ({ atMs, value: probability }))
      return captionOf({ name: plotWords('pcName', { originator }), points, colour: 'ink' }, own)
    })
    .join(' ')
}

/** The drawn values as a file has them. */
export function probabilityTable(messages: readonly Numbered[]): PlotTable {
  const plain = (value: number | undefined) => formatProbabilityPlain(value) || undefined
  return {
    columns: ['message', 'created_utc', 'originator', 'pc_recomputed', 'pc_maximum', 'pc_reported'],
    heads: [
      plotWords('message'),
      plotWords('created'),
      plotWords('originator'),
      plotWords('pcRecomputed'),
      plotWords('pcMaximum'),
      plotWords('pcReported'),
    ],
    rows: messages.map(({ cdm }, place) => {
      const point = probabilityPoints(messages)[place]
      const values = [point?.probability, point?.maximum, point?.reported].map(plain)
      return [cdm.messageId, cdm.creationDate, cdm.originator, ...values]
    }),
  }
}
