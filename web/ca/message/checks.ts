import { toFrame } from '@apsis/ccsds/block/frame-name.ts'
import { describeFault, type Fault } from '@apsis/ccsds/fault.ts'
import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'
import { formatAge } from '../../clock/format.ts'
import { formatNumber } from '../../ui/format/number.ts'
import type { Level } from '../../ui/status/status-symbol.tsx'
import { isPositiveDefinite } from './covariance-text.ts'
import type { OpenMessage } from './message.ts'
import { relativeMotion } from './relative-motion.ts'
import { cdmWords } from './words.data.ts'

/** A check, and its result. */
export type Check = { readonly id: string; readonly level: Level; readonly name: string; readonly value: string }

/** The miss distance is printed in whole metres, which are as often cut off as rounded. */
const MISS_ROUNDING_M = 1.001

/** Returns the checks of a message: of its text, and of the assessment by Apsis if it is known. */
export function checksOf(open: OpenMessage | undefined, cdm: Cdm | undefined): readonly Check[] {
  return [...(open ? textChecks(open) : []), ...(cdm ? assessmentChecks(cdm) : [])]
}

function textChecks(open: OpenMessage): readonly Check[] {
  const { strict, lenient } = open
  const readable: Check = strict.ok
    ? check('readable', 'ok', cdmWords('checkReadable'), cdmWords('wordForWord'))
    : lenient.ok
      ? check('readable', 'caution', cdmWords('checkReadable'), cdmWords('deviations', { count: strict.errors.length }))
      : check('readable', 'serious', cdmWords('checkReadable'), cdmWords('faults', { count: lenient.errors.length }))
  if (!lenient.ok) return [readable]
  const { objects, header, relative } = lenient.message
  const covariances = objects.map(({ covariance }, place) => {
    const isGood = isPositiveDefinite(covariance.matrix)
    const name = cdmWords('checkCovariance', { number: place + 1 })
    // A message without a covariance has zeros in these rows.
    if (covariance.matrix.every((row) => row.every((value) => value === 0)))
      return check(`covariance ${place + 1}`, 'caution', name, cdmWords('noneGiven'))
    return check(`covariance ${place + 1}`, isGood ? 'ok' : 'serious', name, cdmWords(isGood ? 'yes' : 'no'))
  })
  const [first, second] = objects.map(({ metadata }) => metadata.refFrame) as [string, string]
  const frameLevel =
    toFrame(first) === null || toFrame(second) === null ? 'serious' : first === second ? 'ok' : 'caution'
  const frames = first === second ? first : cdmWords('frames', { first, second })
  const aheadS = relative.tca.taiS - header.creationDate.taiS
  const time = formatAge(Math.abs(aheadS) * 1_000)
  return [
    readable,
    ...covariances,
    check('frame', frameLevel, cdmWords('checkFrame'), frames),
    check(
      'epoch',
      aheadS > 0 ? 'ok' : 'caution',
      cdmWords('checkEpoch'),
      cdmWords(aheadS > 0 ? 'ahead' : 'after', { time }),
    ),
    ...missCheck(open),
  ]
}

/** Checks that the distance of the states agrees with the miss distance in the message. */
function missCheck({ lenient }: OpenMessage): readonly Check[] {
  if (!lenient.ok) return []
  const name = cdmWords('checkMiss')
  try {
    const { closest } = relativeMotion(lenient.message, 2)
    const { missDistanceM } = lenient.message.relative
    const isGood = closest !== undefined && Math.abs(closest.distanceM - missDistanceM) <= MISS_ROUNDING_M
    const value = cdmWords('missBoth', {
      computed: formatNumber(closest?.distanceM ?? Number.NaN, { decimals: 1 }),
      reported: formatNumber(missDistanceM, {}),
    })
    return [check('miss', isGood ? 'ok' : 'caution', name, value)]
  } catch (failure) {
    // A frame that cannot be transformed has its own check.
    if (!(failure instanceof RangeError)) throw failure
    return [check('miss', 'inactive', name, '–')]
  }
}

function assessmentChecks({ assessment }: Cdm): readonly Check[] {
  const { hardBodyRadius, hardBodyRadiusFrom: from, checks, reported, isReliable } = assessment
  const isKnown = !/default|table|assumed/i.test(from)
  const hardBody =
    hardBodyRadius === null
      ? check('hardBody', 'serious', cdmWords('checkHardBody'), cdmWords('notThere'))
      : check(
          'hardBody',
          isKnown ? 'ok' : 'caution',
          cdmWords('checkHardBody'),
          cdmWords('radius', { radius: formatNumber(hardBodyRadius, { decimals: 1 }), from: sourceWords(from) }),
        )
  const small = (value: number) => formatNumber(value, { significant: 2 })
  const usage = checks
    ? check(
        'usage',
        checks.isViolated ? 'caution' : 'ok',
        cdmWords('checkUsage'),
        cdmWords('usageValues', { extended: small(checks.extended), offset: small(checks.offset) }),
      )
    : check('usage', isReliable ? 'ok' : 'inactive', cdmWords('checkUsage'), assessment.reason)
  const match = reported
    ? check(
        'reported',
        reported.matches ? 'ok' : 'caution',
        cdmWords('checkReported'),
        reported.matches ? cdmWords('matches', { method: reported.matches }) : cdmWords('matchesNone'),
      )
    : check('reported', 'inactive', cdmWords('checkReported'), cdmWords('none'))
  return [hardBody, usage, match, ...velocityChecks(assessment)]
}

/** Returns this check only if it fails: otherwise every message would have two more lines. */
function velocityChecks({ velocityLeftOut }: Cdm['assessment']): readonly Check[] {
  const objects = (['primary', 'secondary'] as const).flatMap((object, k) => (velocityLeftOut[object] ? [k + 1] : []))
  return objects.map((number) =>
    check(`velocity ${number}`, 'caution', cdmWords('checkVelocity', { number }), cdmWords('velocityLeftOut')),
  )
}

/** Returns a text for the source of the sizes of the bodies: `satellite and message`. */
function sourceWords(from: string): string {
  const words = { satellite: 'sourceSatellite', message: 'sourceMessage' } as const
  return from
    .split(' and ')
    .map((one) => (one === 'satellite' || one === 'message' ? cdmWords(words[one]) : one))
    .join(', ')
}

function check(id: string, level: Level, name: string, value: string): Check {
  return { id, level, name, value }
}

/** Returns the errors and warnings by line, for the text. */
export function faultLines({ strict, lenient }: OpenMessage): ReadonlyMap<number, string> {
  const faults: readonly Fault[] = strict.ok
    ? strict.warnings
    : [...strict.errors, ...(lenient.ok ? [] : lenient.errors)]
  return new Map(faults.map((fault) => [fault.line, describeFault(fault)]))
}
