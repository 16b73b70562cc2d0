import type { Estimate } from '@apsis/contract/ca/event/estimate.ts'
import { scaleLinear } from 'd3-scale'
import { TITLE_PX } from '../../../chart/axes.tsx'
import { formatInstant } from '../../../clock/format.ts'
import { formatProbabilityLine, formatProbabilityPlain } from '../../../ui/format/probability.ts'
import { formatMiss } from '../../../ui/format/quantity.ts'
import { fileTable } from '../../../ui/table/column.ts'
import type { estimateWords } from '../../event/estimates-words.data.ts'
import type { TimeFrame } from '../time-ground.tsx'

/** Probabilities below this are not distinguished, and no miss distance is smaller than a hard body. */
const LEAST_PC = 1e-10
const LEAST_MISS_M = 1
const GAP_PX = 9

export const atOf = ({ madeAt }: Estimate) => Date.parse(madeAt)

/**
 * Returns the scales of the two panels, one above the other, each below its title: probability and miss distance, each
 * by its power of ten.
 */
export function estimateScales(estimates: readonly Estimate[], { area }: TimeFrame, threshold: number | undefined) {
  const middle = Math.round((area.top + area.bottom) / 2)
  const probabilities = estimates.flatMap(({ probability }) => (probability === null ? [] : [clampPc(probability)]))
  const misses = estimates.map(({ missM }) => Math.max(missM, LEAST_MISS_M))
  const pc = scaleLinear(decades([...probabilities, threshold ?? 1e-4]), [middle - GAP_PX, area.top])
  const miss = scaleLinear(decades(misses.length === 0 ? [100] : misses), [area.bottom, middle + TITLE_PX])
  return {
    pc,
    miss,
    middle,
    atPc: (value: number) => pc(Math.log10(clampPc(value))),
    atMiss: (value: number) => miss(Math.log10(Math.max(value, LEAST_MISS_M))),
  }
}

const clampPc = (value: number) => Math.max(value, LEAST_PC)

/** Returns a range from a power of ten to a power of ten, with at least one between them. */
function decades(values: readonly number[]): [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)].map(Math.log10)
  const from = Math.floor(low ?? 0)
  return [from, Math.max(from + 1, Math.ceil(high ?? 1))]
}

/** Returns one estimate as text for a screen reader. */
export function estimateText(one: Estimate, say: typeof estimateWords): string {
  return say('point', {
    source: say(one.source),
    time: formatInstant(atOf(one)),
    pc: formatProbabilityLine(one.probability ?? undefined),
    miss: formatMiss(one.missM),
    state: say(one.state),
  })
}

/** Returns the content of the plot as a sentence. */
export function estimatesCaption(estimates: readonly Estimate[], say: typeof estimateWords): string {
  const messages = estimates.filter(({ source }) => source === 'RECOMPUTED')
  const own = estimates.filter(({ source }) => source === 'OWN_SCREENING')
  const missOf = (one: Estimate | undefined) => (one === undefined ? '–' : formatMiss(one.missM))
  const values = {
    provider: messages.length,
    own: own.length,
    messageMiss: missOf(messages.at(-1)),
    ownMiss: missOf(own.at(-1)),
  }
  const reports = estimates.filter(({ source }) => source === 'REPORTED')
  const reported =
    reports.length === 0 ? '' : say('captionReported', { count: reports.length, miss: missOf(reports.at(-1)) })
  if (messages.length === 0 && own.length === 0) return reported === '' ? say('none') : reported
  const key = messages.length === 0 ? 'captionOwn' : own.length === 0 ? 'captionMessages' : 'caption'
  return [say(key, values), reported].filter((text) => text !== '').join(' ')
}

export const estimatesTable = (estimates: readonly Estimate[]) =>
  fileTable(estimates, {
    source: 'source',
    state: 'state',
    made_utc: 'madeAt',
    tca_utc: 'tca',
    pc: ({ probability }) => formatProbabilityPlain(probability ?? undefined),
    miss_m: 'missM',
    r_m: ({ miss }) => miss?.r,
    t_m: ({ miss }) => miss?.t,
    n_m: ({ miss }) => miss?.n,
    method: 'method',
    level: 'riskLevel',
    from: ({ messageId, fileName }) => messageId ?? fileName,
  })
