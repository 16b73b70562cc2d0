import type { Assessment, Method, Reason } from '@apsis/astro/conjunction/probability/assess.ts'
import { USAGE_LIMITS, type UsageChecks } from '@apsis/astro/conjunction/probability/usage-checks.ts'
import type { Cdm } from '@apsis/ccsds/cdm/cdm.ts'
import type { HardBodyRadius } from '@apsis/ccsds/cdm/hard-body-radius.ts'
import { formatTable, utc } from '../terminal/print.ts'

/** The answer for one message; a member is null if it could not be computed. */
export interface Conjunction {
  readonly file: string
  readonly cdm: Cdm | null
  readonly radius: HardBodyRadius | null
  readonly assessment: Assessment | null
  readonly probability: number | null
  readonly method: Method | null
  readonly reason: string | null
  readonly error: string | null
}

const REASONS: Readonly<Record<Reason | 'asked-for', string>> = {
  'planar-holds': "the conjunction plane holds by CARA's checks",
  'planar-does-not-hold': 'the conjunction plane does not hold, or the objects are slow (below 100 m/s)',
  'unchecked-without-velocity-covariance': 'not checked: there is no covariance of the velocity',
  'planar-does-not-hold-and-curved-failed': 'NOT RELIABLE: the plane does not hold, and the curved method failed',
  'no-relative-motion': 'the objects do not move past each other',
  'covariance-not-positive-definite': 'the covariance is beyond repair',
  'velocity-covariance-not-credible': 'not checked: the velocity covariance is not credible, position alone is used',
  'covariance-not-given': 'NOT RELIABLE: an object has no covariance',
  'covariance-not-credible': 'NOT RELIABLE: a covariance cannot be that of an orbit',
  'message-contradicts-itself':
    'NOT RELIABLE: the states contradict the miss distance or the relative speed of the message',
  'asked-for': 'as asked for',
}

type RowOfTable = readonly [name: string, value: string]

/** Writes the answer of one message for people. */
export function describeConjunction(conjunction: Conjunction, showsAll: boolean): string {
  const { file, cdm, radius, assessment, error } = conjunction
  if (cdm === null) return `${file}: ${error}`
  const { relative, objects } = cdm
  const names = objects.map(({ metadata }) => `${metadata.objectName} (${metadata.objectDesignator})`)
  const rows: RowOfTable[] = [
    ['objects', names.join(' and ')],
    ['TCA', utc(relative.tca, 3)],
  ]
  if (assessment === null) rows.push(['miss distance', metres(relative.missDistanceM)])
  else rows.push(...describeEncounter(assessment))
  if (radius !== null) rows.push(['hard-body radius', `${metres(radius.radiusM)} (${radius.from})`])
  rows.push(...describeProbability(conjunction))
  if (assessment !== null) {
    if (showsAll)
      rows.push(...Object.entries(assessment.methods).map(([name, value]) => [`  ${name}`, show(value)] as const))
    if (assessment.checks !== null) rows.push(...describeChecks(assessment.checks))
  }
  return `${file}, ${cdm.header.messageId}\n${formatTable(rows.map(([name, value]) => [`  ${name}`, value]))}`
}

function describeEncounter({ encounter }: NonNullable<Conjunction['assessment']>): RowOfTable[] {
  const { missDistanceM, missRtnM, relativeSpeedMps } = encounter
  const parts = missRtnM.map((part, axis) => `${'RTN'[axis]} ${part.toFixed(3)} m`)
  return [
    ['miss distance', `${metres(missDistanceM)} (${parts.join(', ')})`],
    ['relative speed', `${relativeSpeedMps.toFixed(3)} m/s`],
  ]
}

function describeProbability({ probability, method, reason, assessment }: Conjunction): RowOfTable[] {
  if (assessment === null) return []
  const why = REASONS[reason as Reason | 'asked-for']
  const { maximum, mahalanobis, reported, oneMissing, velocityLeftOut } = assessment
  const rows: RowOfTable[] = [
    ['probability', probability === null ? `none: ${why}` : `${show(probability)} by ${method}: ${why}`],
  ]
  if (maximum !== null) {
    const { covarianceFactor } = maximum
    const diluted = covarianceFactor < 1 ? ': diluted' : ''
    rows.push([
      'maximum',
      `${show(maximum.probability)} at ${covarianceFactor.toPrecision(3)} times the covariance${diluted}`,
    ])
  }
  if (oneMissing !== null) {
    const { object, maximumProbability } = oneMissing
    rows.push([
      'covariance',
      `none given of the ${object}: at most ${show(maximumProbability)} with any (Frisbee 2015)`,
    ])
  }
  for (const object of ['primary', 'secondary'] as const)
    if (velocityLeftOut[object])
      rows.push(['covariance', `of the velocity of the ${object} not credible: that of its position alone is used`])
  if (mahalanobis !== null) rows.push(['Mahalanobis', `${mahalanobis.toPrecision(6)} (in the plane)`])
  if (reported !== null) {
    const same = reported.matches === null ? 'none of the methods here gives it' : `as ${reported.matches} gives it`
    rows.push(['message says', `${show(reported.probability)}, ${reported.method ?? 'no method'}: ${same}`])
  }
  return rows
}

function describeChecks({ extended, offset, inaccurate, notPositiveDefinite }: UsageChecks): RowOfTable[] {
  const against = (value: number | null, limit: number) =>
    value === null
      ? 'could not be followed: fails'
      : `${value.toPrecision(3)} of ${limit}: ${value > limit ? 'fails' : 'passes'}`
  const bad = Object.entries(notPositiveDefinite).filter(([, isBad]) => isBad)
  return [
    ['check of duration', against(extended, USAGE_LIMITS.extended)],
    ['check of offset', against(offset, USAGE_LIMITS.offset)],
    ['check of accuracy', against(inaccurate, USAGE_LIMITS.inaccurate)],
    ...(bad.length === 0
      ? []
      : [['covariance', `not positive definite: ${bad.map(([name]) => name).join(', ')}`] as const]),
  ]
}

function show(value: number | null): string {
  return value === null ? 'none' : value === 0 ? '0' : value.toExponential(6)
}

function metres(value: number): string {
  return `${value.toFixed(3)} m`
}
