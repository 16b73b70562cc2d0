import { GM_EARTH } from '@apsis/astro/constants.ts'
import { fromGeodetic, toGeodetic } from '@apsis/astro/frames/geodetic.ts'
import { localRotation } from '@apsis/astro/frames/local.ts'
import { invert, rotateCovariance } from '@apsis/astro/frames/rotation.ts'
import { lookAt, makeStation } from '@apsis/astro/frames/topocentric.ts'
import { toCartesian } from '@apsis/astro/orbit/elements.ts'
import { degToRad, radToDeg } from '@apsis/astro/units.ts'
import { norm, subtract } from '@apsis/astro/vec3.ts'
import { listFiles, readJson, readLines, vectorAt } from './collection.ts'
import type { ReferenceSet } from './reference-set.ts'
import { arcsecBetween, matrixOf } from './rotation-between.ts'
import type { Tally } from './tally.ts'

const numbersOf = (line: string) => line.split(',').map(Number)

function compareLooks(tally: Tally): void {
  for (const line of readLines('frames/stk_aer_no_light_time.csv').slice(1)) {
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

function compareGeodetic(tally: Tally): void {
  for (const line of readLines('frames/stk_ecef_lla.csv').slice(1)) {
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

const ORBIT = { aM: 6_878_137, incDeg: 97.401458306592275, raanDeg: 279.82375866413543 }

function compareLocalFrames(tally: Tally): void {
  // STK's LVLH is x outward, z along the orbit normal: RSW.
  for (const [file, frame] of [
    ['LVLH', 'RSW'],
    ['TNW', 'TNW'],
  ] as const) {
    readLines(`frames/stk_local_frame_${file}_GCRF.csv`)
      .slice(1)
      .forEach((line) => {
        const [date = '', ...words] = line.split(',')
        const numbers = words.map(Number)
        tally.run(`${file} at ${date}`, (check) => {
          const seconds = (Date.parse(`${date} UTC`) - Date.UTC(2024, 0, 1)) / 1000
          const state = toCartesian(
            {
              semiMajorAxisM: ORBIT.aM,
              eccentricity: 0,
              incRad: degToRad(ORBIT.incDeg),
              raanRad: degToRad(ORBIT.raanDeg),
              argPeriapsisRad: 0,
              trueAnomalyRad: Math.sqrt(GM_EARTH / ORBIT.aM ** 3) * seconds,
            },
            GM_EARTH,
          )
          const { matrix, omegaRadS } = localRotation(frame, state)
          check.within('axes', { error: arcsecBetween(matrix, matrixOf(numbers.slice(0, 4))), limit: 1, unit: '″' })
          const rate = norm(subtract(omegaRadS, vectorAt(numbers, 4)))
          check.within('rate', { error: rate, limit: 1e-11, unit: 'rad/s' })
        })
      })
  }
  tally.note("STK's LVLH is RSW of Apsis")
}

type Covariances = Readonly<Record<string, number[][]>> & { readonly r: number[]; readonly v: number[] }

function compareRtn(tally: Tally): void {
  const { eci_to_ric: toRic, ric_to_eci: toEci } = readJson<Record<'eci_to_ric' | 'ric_to_eci', Covariances>>(
    'frames/cara_rtn_covariance.json',
  )
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

function compareSensors(tally: Tally): void {
  for (const file of listFiles('sensors')) {
    for (const { geometry, properties } of readJson<Places>(`sensors/${file}`).features) {
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
  { name: 'frames/stk_aer_no_light_time.csv', compare: compareLooks },
  { name: 'frames/stk_ecef_lla.csv', compare: compareGeodetic },
  { name: 'frames/stk_local_frame_*_GCRF.csv', compare: compareLocalFrames },
  { name: 'frames/cara_rtn_covariance.json', compare: compareRtn },
  { name: 'sensors/*', compare: compareSensors },
]
