import { GM_EARTH } from '@apsis/astro/constants.ts'
import { fromGeodetic, toGeodetic } from '@apsis/astro/frames/geodetic.ts'
import { LOCAL_FRAMES, type LocalFrame, localRotation } from '@apsis/astro/frames/local.ts'
import { invert, rotateCovariance } from '@apsis/astro/frames/rotation.ts'
import { lookAt, makeStation } from '@apsis/astro/frames/topocentric.ts'
import { trueFromMean } from '@apsis/astro/orbit/anomaly.ts'
import { toCartesian } from '@apsis/astro/orbit/elements.ts'
import { degToRad, radToDeg } from '@apsis/astro/units.ts'
import { norm, subtract } from '@apsis/astro/vec3.ts'
import { readJson, readLines, vectorAt } from './collection.ts'
import type { ReferenceSet, Source } from './reference-set.ts'
import { arcsecBetween, matrixOf } from './rotation-between.ts'
import type { Tally } from './tally.ts'

const numbersOf = (line: string) => line.split(',').map(Number)

function compareLooks(tally: Tally, { files }: Source): void {
  for (const line of files.flatMap((file) => readLines(file).slice(1))) {
    const row = numbersOf(line)
    const [azimuth = 0, elevation = 0, range = 0] = row.slice(13)
    tally.run(line.slice(0, 23), (check) => {
      const [lat, lon, heightM] = vectorAt(row, 4)
      const station = makeStation({ latRad: degToRad(lat), lonRad: degToRad(lon), heightM })
      const look = lookAt(station, { r: vectorAt(row, 7), v: [0, 0, 0] })
      const turned = Math.abs(radToDeg(Math.sin(look.azimuthRad - degToRad(azimuth))))
      check.within('azimuth', { error: turned, limit: 1e-6, unit: '°' })
      check.within('elevation', { error: Math.abs(radToDeg(look.elevationRad) - elevation), limit: 1e-6, unit: '°' })
      check.within('range', { error: Math.abs(look.rangeM - range), limit: 1e-3, unit: 'm' })
    })
  }
}

const STK_HEIGHT = {
  upTo: 2e-6,
  because: 'SOFA, and the way back, agree with us to 1e-9 m',
}

function compareGeodetic(tally: Tally, { files }: Source): void {
  for (const line of files.flatMap((file) => readLines(file).slice(1))) {
    const row = numbersOf(line)
    const [lat, lon, alt] = vectorAt(row, 4)
    tally.run(line.slice(0, 23), (check) => {
      const { latRad, lonRad, heightM } = toGeodetic(vectorAt(row, 1))
      check.within('latitude', { error: Math.abs(radToDeg(latRad) - lat), limit: 1e-9, unit: '°' })
      check.within('longitude', { error: Math.abs(radToDeg(lonRad) - lon), limit: 1e-9, unit: '°' })
      check.within('height', { error: Math.abs(heightM - alt), limit: 1e-6, unit: 'm' }, STK_HEIGHT)
    })
  }
}

/** What STK calls the axes that Apsis has by another name: its LVLH is x outward and z along the normal, its VVLH z inward. */
const STK_AXES: Readonly<Record<string, LocalFrame>> = { LVLH: 'RSW', VVLH: 'LVLH', RIC: 'RSW' }

/** The axes of stk_local_frame_<axes>_GCRF.csv. */
function axesOf(file: string): LocalFrame {
  const name = /stk_local_frame_(\w+)_GCRF/.exec(file)?.[1] ?? ''
  const frame = STK_AXES[name] ?? LOCAL_FRAMES.find((known) => known === name)
  if (frame === undefined) throw new RangeError(`${file} is about axes that Apsis does not have`)
  return frame
}

/** The Kepler orbit that the index says the files are along: `a … m, e …, i …, RAAN …, epoch … UTC`, and what else it has. */
function orbitOf(description: string) {
  const number = (name: string) => Number(new RegExp(`\\b${name} (-?[\\d.]+)`).exec(description)?.[1] ?? 0)
  const epoch = /epoch (\S+) UTC/.exec(description)?.[1]
  if (number('a') === 0 || epoch === undefined) throw new RangeError('INDEX.md does not say along which orbit')
  return {
    epochMs: Date.parse(`${epoch.slice(0, 10)}T${epoch.slice(11) || '00:00:00'}Z`),
    semiMajorAxisM: number('a'),
    eccentricity: number('e'),
    incRad: degToRad(number('i')),
    raanRad: degToRad(number('RAAN')),
    argPeriapsisRad: degToRad(number('argp')),
    meanAnomalyRad: degToRad(number('M')),
  }
}

function compareLocalFrames(tally: Tally, { files, description }: Source): void {
  const { epochMs, meanAnomalyRad, ...orbit } = orbitOf(description)
  const meanMotionRadS = Math.sqrt(GM_EARTH / orbit.semiMajorAxisM ** 3)
  for (const file of files) {
    const frame = axesOf(file)
    readLines(file)
      .slice(1)
      .forEach((line) => {
        const [date = '', ...words] = line.split(',')
        const numbers = words.map(Number)
        tally.run(`${frame} at ${date}`, (check) => {
          const seconds = (Date.parse(`${date} UTC`) - epochMs) / 1000
          const trueAnomalyRad = trueFromMean(meanAnomalyRad + meanMotionRadS * seconds, orbit.eccentricity)
          const state = toCartesian({ ...orbit, trueAnomalyRad }, GM_EARTH)
          const { matrix, omegaRadS } = localRotation(frame, state)
          check.within('axes', { error: arcsecBetween(matrix, matrixOf(numbers.slice(0, 4))), limit: 1, unit: '″' })
          const rate = norm(subtract(omegaRadS, vectorAt(numbers, 4)))
          check.within('rate', { error: rate, limit: 1e-11, unit: 'rad/s' })
        })
      })
  }
  tally.note("STK's LVLH is RSW of Apsis, its VVLH is LVLH")
}

type Covariances = Readonly<Record<string, number[][]>> & { readonly r: number[]; readonly v: number[] }

function compareRtn(tally: Tally, { files: [file = ''] }: Source): void {
  const { eci_to_ric: toRic, ric_to_eci: toEci } = readJson<Record<'eci_to_ric' | 'ric_to_eci', Covariances>>(file)
  const rotation = localRotation('RSW', { r: vectorAt(toRic.r), v: vectorAt(toRic.v) }, { kind: 'inertial' })
  const six = (matrix: number[][] | undefined) => matrix?.slice(0, 6).map((row) => row.slice(0, 6))
  const back = invert(rotation)
  const cases = [
    ['3×3 to RTN', rotation, toRic.cov_eci_3x3, toRic.cov_ric_3x3],
    ['6×6 to RTN', rotation, toRic.cov_eci_6x6, six(toRic['cov_ric_9x9 (leading 6x6 block is the 6x6 answer)'])],
    ['3×3 from RTN', back, toEci.cov_ric_3x3, toEci.cov_eci_3x3],
    ['6×6 from RTN', back, toEci.cov_ric_6x6, six(toEci.cov_eci_9x9)],
  ] as const
  for (const [name, turn, given, wanted] of cases) {
    tally.run(name, (check) => {
      if (given === undefined || wanted === undefined) throw new Error('not in the file')
      const found = rotateCovariance(turn, given).flat()
      const largest = Math.max(...wanted.flat().map(Math.abs))
      const error =
        Math.max(...wanted.flat().map((value, index) => Math.abs((found[index] ?? Number.NaN) - value))) / largest
      check.within('relative to the largest', { error, limit: 1e-12, unit: '' })
    })
  }
  tally.note('drag and light parameters (9×9) are read and written with a message, but not turned: they do not turn')
}

interface Places {
  readonly features: readonly {
    readonly geometry: { readonly coordinates: readonly number[] }
    readonly properties: Readonly<Record<string, unknown>>
  }[]
}

function compareSensors(tally: Tally, { files }: Source): void {
  for (const file of files) {
    for (const { geometry, properties } of readJson<Places>(file).features) {
      tally.run(`${file}: ${properties.name}`, (check) => {
        const [lon = 0, lat = 0, heightM = 0] = geometry.coordinates
        const place = { latRad: degToRad(lat), lonRad: degToRad(lon), heightM }
        const station = makeStation(place)
        const error = norm(subtract(fromGeodetic(toGeodetic(station.r)), station.r))
        check.within('there and back', { error, limit: 1e-8, unit: 'm' })
      })
    }
  }
  tally.note('places only: limits and noise of the sensors are inputs, not results')
}

export const PLACE_SETS: readonly ReferenceSet[] = [
  { name: 'frames/stk_aer_*.csv', compare: compareLooks },
  { name: 'frames/stk_ecef_lla*.csv', compare: compareGeodetic },
  { name: 'frames/stk_local_frame_*_GCRF.csv', compare: compareLocalFrames },
  { name: 'frames/*rtn_covariance.json', compare: compareRtn },
  { name: 'sensors/*', compare: compareSensors },
]
