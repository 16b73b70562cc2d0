import { RAD_PER_ARCSEC } from '@apsis/astro/frames/angle.ts'
import { type EarthModel, type EarthTheory, earthAt } from '@apsis/astro/frames/earth.ts'
import { type EopTable, eopSpan, makeEopTable } from '@apsis/astro/frames/eop.ts'
import { type Frame, rotationBetween, transformState } from '@apsis/astro/frames/frame.ts'
import { parseEop } from '@apsis/astro/frames/parse-eop.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { propagateSgp4 } from '@apsis/astro/sgp4/propagate.ts'
import { parseTle } from '@apsis/astro/sgp4/tle.ts'
import { secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { TIME_SCALES } from '@apsis/astro/time/scales.ts'
import { norm, subtract } from '@apsis/astro/vec3.ts'
import { findFiles, onlyFile, readJson, readLines, readText, vectorAt } from './collection.ts'
import type { ReferenceSet, Source } from './reference-set.ts'
import { arcsecBetween, matrixOf } from './rotation-between.ts'
import type { KnownDeviation, Tally } from './tally.ts'

interface Km {
  readonly r: number[]
  readonly v: number[]
}

interface Vallado {
  readonly utc: string
  readonly jd_ut1: number
  readonly eop: Readonly<Record<string, number>>
  readonly iau76_fk5: Readonly<Record<string, Km>>
  readonly iau2006: Readonly<Record<string, Km>>
  readonly 'cara_variant (Tech Note 21: LOD=0, ddpsi=ddeps=0, IAU1996 fundamental arguments)': Readonly<
    Record<string, Km>
  >
}

interface Printed {
  readonly name: string
  readonly frame: Frame
  readonly model: EarthModel
  readonly state: Km | undefined
  readonly limitKm: number
  readonly known?: KnownDeviation
}

const BOOK_PRECESSION: KnownDeviation = {
  upTo: 1e-6,
  because: "the book's precession is that of IAU 2000: with it, SOFA's xys00a gives its GCRF to 0.1 mm",
}
const FOUR_TERMS: KnownDeviation = {
  upTo: 5.2e-4,
  because: 'another convention: its nutation has four terms, that of TEME 106; the set rounds the difference to 0.5 m',
}

/** Parameters of the example for every day about it; UT1 as the Julian date in one double that its author used. */
function valladoModel({ utc, eop, jd_ut1 }: Vallado, theory: EarthTheory, corrections: boolean): EarthModel {
  const epoch = parseTime(utc)
  const midnight = parseTime(`${utc.slice(0, 10)}T00:00:00`)
  const wholeJd = Math.floor(jd_ut1 - 0.5) + 0.5
  const arcsec = (name: string) => (eop[name] ?? Number.NaN) * RAD_PER_ARCSEC
  const day = {
    xpRad: arcsec('xp_arcsec'),
    ypRad: arcsec('yp_arcsec'),
    ut1MinusUtcS: (jd_ut1 - wholeJd) * 86_400 - secondsBetween(midnight, epoch),
    lodS: eop.lod_s ?? Number.NaN,
    dpsiRad: arcsec('ddpsi_arcsec'),
    depsRad: arcsec('ddeps_arcsec'),
    dxRad: arcsec('dX_arcsec'),
    dyRad: arcsec('dY_arcsec'),
    predicted: false,
  }
  const middle = wholeJd - 2_400_000.5
  const days = [-2, -1, 0, 1, 2].map((step) => ({ mjd: middle + step, ...day }))
  return { theory, corrections, eop: makeEopTable('Vallado', days), dailyTides: false }
}

function listPrinted(set: Vallado): Printed[] {
  const plain = valladoModel(set, 'IAU1980', false)
  const corrected = valladoModel(set, 'IAU1980', true)
  const modern = valladoModel(set, 'IAU2006', true)
  const { iau76_fk5: classical, iau2006 } = set
  const cara = set['cara_variant (Tech Note 21: LOD=0, ddpsi=ddeps=0, IAU1996 fundamental arguments)']
  const row = (name: string, frame: Frame, model: EarthModel, state: Km | undefined, limitKm = 1e-7): Printed => ({
    name,
    frame,
    model,
    state,
    limitKm,
  })
  return [
    row('PEF', 'PEF', plain, classical.PEF),
    row('TOD', 'TOD', plain, classical['TOD (no corrections)']),
    row('MOD', 'MOD', plain, classical['MOD (no corrections)']),
    row('EME2000', 'EME2000', plain, classical['J2000/EME2000 (no corrections)']),
    row('TEME', 'TEME', plain, classical.TEME),
    row('TEME beside IAU 2006', 'TEME', modern, classical.TEME),
    row('TOD, corrected', 'TOD', corrected, classical['TOD (with ddpsi,ddeps)']),
    row('MOD, corrected', 'MOD', corrected, classical['MOD (with ddpsi,ddeps)']),
    row('GCRF, corrected', 'GCRF', corrected, classical['GCRF (with ddpsi,ddeps)']),
    row('TIRF', 'TIRF', modern, iau2006.TIRS),
    row('CIRF', 'CIRF', modern, iau2006.CIRS),
    { ...row('GCRF by the CIO', 'GCRF', modern, iau2006.GCRF), known: BOOK_PRECESSION },
    row('CARA: EME2000', 'EME2000', plain, cara.J2K, 1e-6),
    row('CARA: MOD', 'MOD', plain, cara.MOD, 1e-6),
    row('CARA: TOD', 'TOD', plain, cara.TOD, 1e-6),
    row('CARA: PEF', 'PEF', plain, cara.PEF, 1e-6),
    { ...row('CARA: TEME of four terms', 'TEME', plain, cara.TEME_small_angle, 5e-4), known: FOUR_TERMS },
    { ...row('CARA: TEME of four terms, full angle', 'TEME', plain, cara.TEME_full_angle, 5e-4), known: FOUR_TERMS },
  ]
}

function compareVallado(tally: Tally, { files: [file = ''] }: Source): void {
  const set = readJson<Vallado>(file)
  const epoch = parseTime(set.utc)
  const itrf = set.iau76_fk5.ITRF ?? { r: [], v: [] }
  for (const { name, frame, model, state, limitKm, known } of listPrinted(set)) {
    tally.run(name, (check) => {
      if (state === undefined) throw new Error('not in the file')
      const from = { frame: 'ITRF', epoch, r: vectorAt(itrf.r, 0, 1000), v: vectorAt(itrf.v, 0, 1000) } as const
      const { r, v } = transformState(from, frame, model)
      const [apart, faster] = [subtract(r, vectorAt(state.r, 0, 1000)), subtract(v, vectorAt(state.v, 0, 1000))]
      const quantity = limitKm < 1e-4 ? 'position' : 'position, of four terms'
      const measure = { error: norm(apart) / 1000, limit: limitKm, unit: 'km' }
      check.within(quantity, measure, known)
      // Printed to 1e-9 km/s; CARA has no length of the day, 1e-9 km/s of ω × r.
      const limit = limitKm > 1e-4 ? 1e-6 : 2e-9
      check.within(limit === 2e-9 ? 'velocity' : 'velocity, of four terms', {
        error: norm(faster) / 1000,
        limit,
        unit: 'km/s',
      })
    })
  }
  tally.note("CARA's EFG, the Earth-fixed frame of its four-term TEME, is no frame of Apsis")
}

function compareIss(tally: Tally, { files: [file = ''] }: Source): void {
  interface Iss {
    readonly tle: readonly [string, string]
    readonly epoch: string
    readonly horizons_position_km: number[]
    readonly horizons_velocity_km_s: number[]
  }
  const iss = readJson<Iss>(file)
  tally.run('first date', (check) => {
    const [time = '', scale] = iss.epoch.split(' ')
    const epoch = parseTime(time, TIME_SCALES.find((known) => known === scale) ?? 'UTC')
    const state = propagateSgp4(initSgp4(parseTle(...iss.tle)), epoch)
    if (!state.ok) throw new Error(state.reason)
    const { r, v } = transformState({ frame: 'TEME', epoch, r: state.r, v: state.v }, 'GCRF')
    const error = norm(subtract(r, vectorAt(iss.horizons_position_km, 0, 1000)))
    check.within('position', { error, limit: 2, unit: 'm' })
    const faster = norm(subtract(v, vectorAt(iss.horizons_velocity_km_s, 0, 1000)))
    check.within('velocity', { error: faster, limit: 1e-3, unit: 'm/s' })
  })
}

const EOP_FILES = 'frames/*finals2000A*'

function compareEop(tally: Tally, { files: [file = ''] }: Source): void {
  const lines = readLines(file)
  const table = parseEop(readText(file), 'finals-2000')
  const known = lines.filter((line) => line.slice(58, 68).trim() !== '' && line.slice(18, 27).trim() !== '')
  tally.run('days', (check) => {
    const { firstMjd, lastMjd } = eopSpan(table)
    check.holds(table.days.length === known.length, `${known.length} days with pole and UT1, not ${table.days.length}`)
    check.holds(lastMjd - firstMjd + 1 === table.days.length, 'no day is missing')
  })
  for (const other of findFiles('frames/vallado_*.json')) compareEopDay(tally, table, readJson<Vallado>(other))
}

/** The parameters that an example gives for its date, beside those of the table. */
function compareEopDay(tally: Tally, table: EopTable, { utc, jd_ut1, eop }: Vallado): void {
  tally.run(utc.slice(0, 10), (check) => {
    const day = table.days.find(({ mjd }) => mjd === Math.floor(jd_ut1 - 2_400_000.5))
    // The parameters of an example come from another series, up to a day later.
    const apart = Math.abs((day?.xpRad ?? Number.NaN) / RAD_PER_ARCSEC - (eop.xp_arcsec ?? Number.NaN))
    check.within('pole', { error: apart, limit: 2e-3, unit: '″' })
    const ut1 = Math.abs((day?.ut1MinusUtcS ?? Number.NaN) - (eop.ut1_minus_utc_s ?? Number.NaN))
    check.within('UT1', { error: ut1, limit: 2e-3, unit: 's' })
  })
}

const FRAMES_HERE = ['EME2000', 'MOD', 'TOD', 'CIRF', 'TIRF', 'ITRF', 'TEME', 'PEF'] as const
/** The rotations that do not depend on the Earth orientation parameters of the day. */
const WITHOUT_EOP: readonly string[] = ['EME2000', 'MOD', 'TEME']

/** The frame that a file is about by its name, GCRF_<frame>_orekit.csv; Orekit's J2000 is EME2000. */
function frameOf(file: string): Frame {
  const name = /GCRF_(\w+)_orekit/.exec(file)?.[1]
  const frame = FRAMES_HERE.find((known) => known === (name === 'J2000' ? 'EME2000' : name))
  if (frame === undefined) throw new RangeError(`${file} is about a frame that Apsis does not have`)
  return frame
}

/** Orekit's TEME is that of EME2000 without the bias of the frame, 0.023″ (INDEX.md). */
const limitOf = (frame: Frame) => (frame === 'TEME' ? 0.025 : 1e-5)

function compareOrekit(tally: Tally, { files }: Source): void {
  const finals = readText(onlyFile(EOP_FILES))
  const eop = parseEop(finals, 'finals-2000')
  const lastFinal = finals.split('\n').findLast((line) => line.slice(134, 144).trim() !== '') ?? ''
  // Four days are interpolated between: the last but one of Bulletin B is the last that has them.
  const lastMjd = Number(lastFinal.slice(7, 15)) - 2
  let left = 0
  for (const file of files) {
    const frame = frameOf(file)
    const needsEop = !WITHOUT_EOP.includes(frame)
    for (const line of readLines(file).slice(1)) {
      const [date = '', ...words] = line.split(',')
      const time = new Date(`${date} UTC`)
      if (needsEop && time.getTime() / 86_400_000 + 40_587 > lastMjd) {
        left += 1
        continue
      }
      tally.run(`${frame} at ${date}`, (check) => {
        const tai = parseTime(time.toISOString().slice(0, 23), 'TAI')
        const { matrix, omegaRadS } = rotationBetween('GCRF', frame, earthAt(tai, { eop, outside: 'hold' }))
        const numbers = words.map(Number)
        const error = arcsecBetween(matrix, matrixOf(numbers.slice(6, 10)))
        check.within(frame, { error, limit: limitOf(frame), unit: '″' })
        // Of precession, nutation and the pole, which are left out of velocities.
        const rate = norm(subtract(omegaRadS, vectorAt(numbers, 10)))
        check.within('rate', { error: rate, limit: 3e-10, unit: 'rad/s' })
      })
    }
  }
  if (left > 0) {
    tally.skip(
      `${left} rows`,
      `after MJD ${lastMjd}, where Bulletin B of the table ends and Orekit had other parameters`,
    )
  }
}

export const FRAME_SETS: readonly ReferenceSet[] = [
  { name: 'frames/vallado_*.json', compare: compareVallado },
  { name: 'frames/GCRF_*_orekit.csv', compare: compareOrekit },
  { name: 'frames/*sgp4_vs_horizons.json', compare: compareIss },
  { name: EOP_FILES, compare: compareEop },
]
