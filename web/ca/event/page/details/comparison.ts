import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'
import { formatInstantMs } from '../../../../clock/format.ts'
import { formatNumber } from '../../../../ui/format/number.ts'
import { formatProbabilityChange, formatProbabilityLine } from '../../../../ui/format/probability.ts'
import { formatQuantity, QUANTITIES } from '../../../../ui/format/quantity.ts'
import { conjunctionWords } from '../../conjunction-words.data.ts'
import { evidenceWords } from '../../evidence-words.data.ts'

/** A quantity in two messages: both texts, the difference, and the difference in σ of the first message if it has one. */
export type QuantityPair = {
  readonly id: string
  readonly name: string
  readonly one: string
  readonly two: string
  readonly difference: string
  readonly inSigma: string
}

/** Returns the key numbers of two messages side by side; the second is compared with the first. */
export function compare(one: Cdm, two: Cdm): readonly QuantityPair[] {
  const t = conjunctionWords
  const e = evidenceWords
  const [a, b] = [one.conjunctionData, two.conjunctionData]
  const [first, second] = [one.assessment, two.assessment]
  const shift = (Date.parse(b.tca) - Date.parse(a.tca)) / 1_000
  return [
    {
      id: 'tca',
      name: t('tca'),
      one: formatInstantMs(Date.parse(a.tca)),
      two: formatInstantMs(Date.parse(b.tca)),
      difference: `${formatNumber(shift, { decimals: 3, signed: true })} s`,
      inSigma: '',
    },
    probability('pc', e('pc'), [first.probability, second.probability]),
    probability('reported', e('reported'), [first.reported?.probability, second.reported?.probability]),
    probability('maximum', e('max'), [first.maximumProbability, second.maximumProbability]),
    length('miss', e('miss'), {
      values: [a.totalMissDistance, b.totalMissDistance],
      sigma: a.sigmaMiss,
      as: 'missDistance',
    }),
    ...(['r', 't', 'n'] as const).map((axis) =>
      length(axis, e(axis), {
        values: [a.relativePosition[axis], b.relativePosition[axis]],
        sigma: a.sigmaRtn?.[axis],
        as: 'separation',
      }),
    ),
    ...(
      [
        ['r', 'sigmaR'],
        ['t', 'sigmaT'],
        ['n', 'sigmaN'],
      ] as const
    ).map(([axis, name]) =>
      length(name, e(name), { values: [a.sigmaRtn?.[axis], b.sigmaRtn?.[axis]], as: 'uncertainty' }),
    ),
    plain('m', t('mahalanobis'), [first.mahalanobis, second.mahalanobis]),
    length('body', e('body'), { values: [first.hardBodyRadius, second.hardBodyRadius], as: 'hardBodyRadius' }),
  ]
}

type Pair = readonly [number | null | undefined, number | null | undefined]

function probability(id: string, name: string, [from, to]: Pair): QuantityPair {
  const difference = to === null || to === undefined ? '' : formatProbabilityChange(from ?? undefined, to)
  return {
    id,
    name,
    one: formatProbabilityLine(from ?? undefined),
    two: formatProbabilityLine(to ?? undefined),
    difference,
    inSigma: '',
  }
}

type Length = {
  readonly values: Pair
  readonly sigma?: number | null | undefined
  readonly as: 'missDistance' | 'separation' | 'uncertainty' | 'hardBodyRadius'
}

function length(id: string, name: string, { values: [from, to], sigma, as }: Length): QuantityPair {
  const text = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : `${formatQuantity(as, value).number} m`
  const moved = from === null || from === undefined || to === null || to === undefined ? undefined : to - from
  return {
    id,
    name,
    one: text(from),
    two: text(to),
    difference:
      moved === undefined ? '–' : `${formatNumber(moved, { decimals: QUANTITIES[as].decimals, signed: true })} m`,
    inSigma: moved === undefined || !sigma ? '' : formatNumber(moved / sigma, { decimals: 1, signed: true }),
  }
}

function plain(id: string, name: string, [from, to]: Pair): QuantityPair {
  const text = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : formatNumber(value, { decimals: 2 })
  const moved = from === null || from === undefined || to === null || to === undefined ? undefined : to - from
  const difference = moved === undefined ? '' : formatNumber(moved, { decimals: 2, signed: true })
  return { id, name, one: text(from), two: text(to), difference, inSigma: '' }
}
