import { earthAt } from '@apsis/astro/frames/earth.ts'
import { rotationBetween } from '@apsis/astro/frames/frame.ts'
import { rotateCovariance, rotateState } from '@apsis/astro/frames/rotation.ts'
import type { Matrix } from '@apsis/astro/matrix.ts'
import type { DeterminedOrbit, EstimatedBias, ResidualRow } from '@apsis/astro/measurement/determination.ts'
import type { FirstOrbits } from '@apsis/astro/measurement/first-orbits.ts'
import { RESIDUAL_CONVENTION, type TimeEvent } from '@apsis/astro/measurement/observation.ts'
import { missing } from '@apsis/astro/missing.ts'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { radToDeg } from '@apsis/astro/units.ts'
import { formatColumns, formatTable, utc } from '../terminal/print.ts'

type Answer = ReturnType<typeof answerOf>

/** Returns the state in EME2000, the frame in which orbits are usually exchanged. */
export function answerOf(found: DeterminedOrbit, epoch: Epoch, timeOfTable: TimeEvent | null) {
  const rotation = rotationBetween('GCRF', 'EME2000', earthAt(epoch, { outside: 'hold' }))
  const { r, v } = rotateState(rotation, found.state)
  const covariance: Matrix = rotateCovariance(rotation, found.covariance)
  return {
    epoch: utc(epoch, 6),
    frame: 'EME2000',
    positionM: r,
    velocityMps: v,
    covariance,
    scaleFactor: found.scaleFactor,
    correlationFactor: found.correlationFactor,
    chiSquare: found.chiSquare,
    degreesOfFreedom: found.degreesOfFreedom,
    weightedRms: found.weightedRms,
    iterations: found.iterations,
    used: found.residuals.filter(({ edited }) => edited === null).length,
    edited: found.residuals.filter(({ edited }) => edited !== null).length,
    biases: found.biases.map(biasRow),
    residualConvention:
      timeOfTable === null
        ? RESIDUAL_CONVENTION
        : `${RESIDUAL_CONVENTION}; times of the table: ranges and range rates ${TAGGED[timeOfTable]}, directions at the reception`,
    residuals: found.residuals.map(residualRow),
  }
}

const TAGGED = { bounce: 'at the bounce', receive: 'at the reception', transmit: 'at the sending' } as const

const UNITS = {
  range: ['m', 1],
  'range-rate': ['m/s', 1],
  azimuth: ['deg', radToDeg(1)],
  elevation: ['deg', radToDeg(1)],
  'right-ascension': ['arcsec', radToDeg(3600)],
  declination: ['arcsec', radToDeg(3600)],
  radial: ['m', 1],
  'in-track': ['m', 1],
  'cross-track': ['m', 1],
  time: ['s', 1],
  south: ['m', 1],
  east: ['m', 1],
  up: ['m', 1],
} as const

function biasRow({ sensorId, quantity, value, sigma, formalSigma }: EstimatedBias) {
  const [unit, factor] = UNITS[quantity]
  return {
    sensor: sensorId,
    // In one track the offset of a clock and an error along the path have the same effect on the measurements.
    quantity: quantity === 'time' ? 'along-track time offset' : quantity,
    value: value * factor,
    sigma: formalSigma * factor,
    unit,
    estimated: sigma > 0,
  }
}

function residualRow({ epoch, sensorId, quantity, measured, residual, sigma, elevationRad, edited }: ResidualRow) {
  const [unit, factor] = UNITS[quantity]
  const known = (value: number) => (Number.isFinite(value) ? value : null)
  const isSky = quantity === 'right-ascension' || quantity === 'declination'
  return {
    epoch: utc(epoch, 6),
    sensor: sensorId,
    quantity,
    measured: known(isSky ? radToDeg(measured) : measured * factor),
    measuredUnit: isSky ? 'deg' : unit,
    residual: known(residual * factor),
    sigma: known(sigma * factor),
    unit,
    elevationDeg: known(radToDeg(elevationRad)),
    edited,
  }
}

/** Returns the orbit as text for people. */
export function textOfOrbit(answer: Answer): string {
  const kilo = (values: readonly number[], digits: number) =>
    values.map((value) => (value / 1000).toFixed(digits)).join('  ')
  const sigma = (from: number) =>
    [0, 1, 2].map((k) => Math.sqrt(answer.covariance[from + k]?.[from + k] ?? missing()).toPrecision(3)).join('  ')
  const head = formatTable([
    ['epoch', answer.epoch],
    ['frame', answer.frame],
    ['position (km)', kilo(answer.positionM, 6)],
    ['velocity (km/s)', kilo(answer.velocityMps, 9)],
    ['sigma of position (m)', sigma(0)],
    ['sigma of velocity (m/s)', sigma(3)],
    ['measurements', `${answer.used} used, ${answer.edited} edited`],
    ['chi-square', `${answer.chiSquare.toFixed(2)} of ${answer.degreesOfFreedom} degrees of freedom`],
    [
      'covariance times',
      `${answer.scaleFactor.toFixed(3)} (noise) ${answer.correlationFactor.toFixed(3)} (correlation)`,
    ],
    ['iterations', String(answer.iterations)],
  ])
  const biases = answer.biases.map(({ sensor, quantity, value, sigma: own, unit, estimated }) => [
    `  ${sensor}`,
    quantity,
    `${value.toPrecision(5)} ${unit}`,
    estimated ? `± ${own.toPrecision(2)}` : 'known',
  ])
  const edited = answer.residuals.filter((row) => row.edited !== null)
  const editedRows = edited.map((row) => [
    `  ${row.epoch}`,
    row.sensor,
    row.quantity,
    row.residual === null ? '' : `${row.residual.toPrecision(4)} ${row.unit}`,
    row.edited ?? '',
  ])
  return [
    head,
    ...(biases.length === 0 ? [] : ['', 'biases', formatColumns(biases)]),
    '',
    `residuals, ${answer.residualConvention}`,
    formatColumns([['  sensor', 'quantity', 'used', 'mean', 'rms', 'unit'], ...spreadRows(answer)]),
    ...(editedRows.length === 0 ? [] : ['', 'edited', formatColumns(editedRows)]),
    '',
  ].join('\n')
}

function spreadRows({ residuals }: Answer): string[][] {
  const used = residuals.filter((row) => row.edited === null)
  const groups = Map.groupBy(used, ({ sensor, quantity }) => `${sensor}\n${quantity}`)
  return [...groups].map(([key, rows]) => {
    const [sensor = '', quantity = ''] = key.split('\n')
    const values = rows.map(({ residual }) => residual ?? 0)
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    const rms = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length)
    return [`  ${sensor}`, quantity, String(rows.length), mean.toPrecision(3), rms.toPrecision(3), rows[0]?.unit ?? '']
  })
}

/** Returns initial orbits for programs, in EME2000. */
export function initialAnswer({ orbits, preference }: FirstOrbits) {
  const [best] = orbits
  if (best === undefined) throw new RangeError('an answer needs an orbit')
  const rotation = rotationBetween('GCRF', 'EME2000', earthAt(best.epoch, { outside: 'hold' }))
  return {
    epoch: utc(best.epoch, 6),
    frame: 'EME2000',
    method: best.method,
    preference,
    orbits: orbits.map(({ epoch, method, state, elements, revolutions, rmsRad, objection }) => {
      const { r, v } = rotateState(rotation, state)
      return {
        epoch: utc(epoch, 6),
        method,
        positionM: r,
        velocityMps: v,
        semiMajorAxisM: elements.semiMajorAxisM,
        eccentricity: elements.eccentricity,
        inclinationDeg: radToDeg(elements.incRad),
        revolutions,
        rmsArcsec: radToDeg(rmsRad) * 3600,
        objection,
      }
    }),
  }
}

/** Returns initial orbits as text for people. */
export function textOfInitial(answer: ReturnType<typeof initialAnswer>): string {
  const rows = answer.orbits.map((orbit) => [
    `  ${(orbit.semiMajorAxisM / 1000).toFixed(3)}`,
    orbit.eccentricity.toFixed(5),
    orbit.inclinationDeg.toFixed(3),
    String(orbit.revolutions),
    orbit.method,
    orbit.rmsArcsec.toPrecision(3),
    orbit.objection ?? `preferred: ${answer.preference}`,
  ])
  const [best] = answer.orbits
  const kilo = (values: readonly number[]) => values.map((value) => (value / 1000).toFixed(6)).join('  ')
  return [
    formatTable([
      ['epoch', answer.epoch],
      ['frame', answer.frame],
      ['method', answer.method],
      ['position (km)', kilo(best?.positionM ?? [])],
      ['velocity (km/s)', kilo(best?.velocityMps ?? [])],
    ]),
    '',
    formatColumns([['  a (km)', 'e', 'i (deg)', 'turns', 'method', 'rms (arcsec)', 'reason'], ...rows]),
    '',
  ].join('\n')
}
