import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { ThrustDirections } from '@apsis/contract/ca/satellite/thrust-directions.ts'
import { formatInstant } from '../../../clock/format.ts'
import { formatNumber } from '../../../ui/format/number.ts'
import type { NumberedMessage } from '../../event/messages.ts'
import { refusalInWords } from '../refusal-in-words.ts'
import { ImpossibleBurn } from './burn-size.ts'
import { designWords } from './words.data.ts'

/** Returns `planned on message 6 of 2026-11-20 05:41:00 Z`. */
export function basisNote({ number, atMs }: NumberedMessage): string {
  return designWords('basis', { number, time: formatInstant(atMs) })
}

/** Returns the reason why there is no burn: a rule that forbids it, or a failure. */
export const failureInWords = (failure: Error): string =>
  failure instanceof ImpossibleBurn ? refusalInWords(failure.refusal) : failure.message

/** Returns the limits of the satellite that apply to every plan. */
export function limitsText({ name, configuration: { propulsion } }: Satellite): string {
  const t = designWords
  const number = (value: number) => formatNumber(value)
  if (propulsion.type !== 'IMPULSIVE' && propulsion.type !== 'CONTINUOUS') return ''
  const of =
    propulsion.type === 'IMPULSIVE'
      ? t('limitsImpulse', {
          min: number(propulsion.minDeltaVMps),
          max: number(propulsion.maxDeltaVMps),
          burn: number(propulsion.maxBurnS),
          lead: number(propulsion.leadTimeH),
        })
      : t('limitsArc', {
          burn: number(propulsion.maxThrustPerOrbitS),
          duty: number(propulsion.dutyCycle),
          lead: number(propulsion.leadTimeH),
        })
  return `${t('limits', { name })}: ${of}${directionsText(propulsion.thrustDirections)}`
}

/** Returns the directions in which the satellite can burn; empty if it can burn in every direction. */
function directionsText(thrust: ThrustDirections | undefined): string {
  if (thrust === undefined) return ''
  const { frame } = thrust
  if (thrust.kind === 'THRUSTERS') return designWords('limitsThrusters', { count: thrust.vectors.length, frame })
  const axis = thrust.axis.map((part) => formatNumber(part)).join(' ')
  return designWords('limitsCone', { angle: formatNumber(thrust.halfAngleDeg), axis, frame })
}
