import { applyImpulse, localDirection } from '@apsis/astro/dynamics/burn.ts'
import type { OrbitState } from '@apsis/astro/dynamics/force.ts'
import { pointMassForce } from '@apsis/astro/dynamics/gravity.ts'
import { type Orbit, type OrbitPlan, propagateOrbit } from '@apsis/astro/dynamics/propagate-orbit.ts'
import { LOCAL_FRAMES, type LocalFrame } from '@apsis/astro/frames/local.ts'
import { trueFromMean } from '@apsis/astro/orbit/anomaly.ts'
import { propagateRelative, relativeTransfer } from '@apsis/astro/orbit/clohessy-wiltshire.ts'
import { toCartesian, toKeplerian } from '@apsis/astro/orbit/elements.ts'
import {
  biElliptic,
  changeInclination,
  changePlane,
  combinedHohmann,
  hohmann,
  oneTangent,
  turn,
} from '@apsis/astro/orbit/transfer.ts'
import { addSeconds } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { degToRad, radToDeg } from '@apsis/astro/units.ts'
import { norm, scale, subtract, type Vec3 } from '@apsis/astro/vec3.ts'
import { Json, nameOf, readJson, readTable } from './run/collection.ts'
import { ofFiles, ofJson, type ReferenceSet, type Source } from './run/set.ts'
import { type Check, type KnownDeviation, resultOf, type Tally } from './run/tally.ts'

function compareTransfer(check: Check, row: Json, { files: [file = ''] }: Source): void {
  const found = transferOf(row, readJson(file).number('constants', 'mu_km3s2') * 1e9)
  const ours = (found.dv_a_kmps ?? Number.NaN) + (found.dv_b_kmps ?? Number.NaN)
  // Only if Apsis has a better result can the optimiser of the reference have stopped before its minimum.
  const isBeaten = kindOf(row) === 'combined' && ours <= row.number('dv_a_kmps') + row.number('dv_b_kmps')
  // A value that a case does not state is not compared. A value along the motion has a sign in the case, and no sign in Apsis.
  const stated = Object.entries(found).filter(([name]) => row.has(name))
  check.holds(stated.length > 0, 'it states something that Apsis has')
  for (const [name, value] of stated) {
    const wanted = name.startsWith('dv_') ? Math.abs(row.number(name)) : row.number(name)
    const quantity = isBeaten ? 'relative, of an optimum' : 'relative'
    check.relative(quantity, value, wanted, 1e-9, isBeaten ? EARLY_END : undefined)
  }
}

const EARLY_END: KnownDeviation = {
  upTo: 3e-6,
  because:
    "the book's search stops before the minimum: the sum of the impulses, which it is to make least, is less in Apsis",
}

/** Returns the radius at which two half ellipses meet, km: the third radius of a case, whose name varies. */
function betweenOf(row: Json): number | undefined {
  const isOther = (key: string) => /^r_[a-z_]*km$/.test(key) && !/^r_(initial|final)_km$/.test(key)
  return row
    .entries()
    .find(([key]) => isOther(key))?.[1]
    .number()
}

/**
 * Returns the part of a plane change that the first of two impulses makes, by the closed form near the optimum (Vallado, Fundamentals of
 * Astrodynamics, 4th ed., equation 6-40): s Δi = atan(sin Δi / (R^1.5 + cos Δi)), R the ratio of the radii.
 */
function firstTurnOf(angleRad: number, [radius1M, radius2M]: readonly [number, number]): number {
  return Math.atan2(Math.sin(angleRad), (radius2M / radius1M) ** 1.5 + Math.cos(angleRad))
}

/** Returns the kind of transfer of a case, from the values that it gives. */
function kindOf(row: Json) {
  const has = (...names: string[]) => names.every((name) => row.has(name))
  if (has('r_initial_km', 'r_final_km') && betweenOf(row) !== undefined) return 'bi-elliptic'
  if (has('r_initial_km', 'r_final_km', 'nu_transfer_deg')) return 'one-tangent'
  if (has('r_initial_km', 'r_final_km', 'i_initial_deg', 'i_final_deg')) return 'combined'
  if (has('r_initial_km', 'r_final_km', 'delta_i_deg')) return 'combined by a share'
  if (has('r_initial_km', 'r_final_km')) return 'hohmann'
  if (has('v_kmps', 'delta_raan_deg')) return 'plane'
  if (has('v_kmps', 'delta_i_deg')) return 'inclination'
  throw new RangeError(`no transfer has ${row.entries().map(([name]) => name)}`)
}

/** Returns the results of Apsis for the numbers of a case, by their names. */
function transferOf(row: Json, gm: number): Record<string, number> {
  const of = (name: string) => row.number(name)
  const radii = [of('r_initial_km') * 1000, of('r_final_km') * 1000] as const
  const angle = (name: string) => degToRad(of(name))
  const burns = ({ deltaVMps, seconds }: { deltaVMps: readonly number[]; seconds: number }) => ({
    dv_a_kmps: (deltaVMps[0] ?? Number.NaN) / 1000,
    dv_b_kmps: (deltaVMps[1] ?? Number.NaN) / 1000,
    time_min: seconds / 60,
  })
  const kind = kindOf(row)
  if (kind === 'hohmann') return burns(hohmann(...radii, gm))
  if (kind === 'one-tangent') return burns(oneTangent(...radii, angle('nu_transfer_deg'), gm))
  if (kind === 'inclination')
    return { dv_kmps: changeInclination(of('v_kmps'), angle('delta_i_deg'), degToRad(row.numberOr(0, 'fpa_deg'))) }
  if (kind === 'plane') {
    const from = { incRad: degToRad(row.numberOr(of('i_initial_deg'), 'i_deg')), raanRad: 0 }
    const to = { incRad: degToRad(row.numberOr(of('i_final_deg'), 'i_deg')), raanRad: angle('delta_raan_deg') }
    const found = changePlane(of('v_kmps'), from, to)
    return {
      dv_kmps: found.deltaVMps,
      arg_lat_initial_deg: radToDeg(found.latitude1Rad),
      arg_lat_final_deg: radToDeg(found.latitude2Rad),
    }
  }
  if (kind === 'bi-elliptic') {
    const [first, last] = radii
    const found = biElliptic(first, (betweenOf(row) ?? Number.NaN) * 1000, last, gm)
    return { ...burns(found), dv_c_kmps: (found.deltaVMps[2] ?? Number.NaN) / 1000 }
  }
  if (kind === 'combined by a share') {
    const total = Math.abs(angle('delta_i_deg'))
    const turn1 = firstTurnOf(total, radii)
    const [c1, c2] = [Math.sqrt(gm / radii[0]), Math.sqrt(gm / radii[1])]
    const { deltaVMps, seconds } = hohmann(...radii, gm)
    const sign = Math.sign(radii[1] - radii[0])
    const [e1, e2] = [c1 + sign * (deltaVMps[0] ?? Number.NaN), c2 - sign * (deltaVMps[1] ?? Number.NaN)]
    return {
      ...burns({ deltaVMps: [turn(c1, e1, turn1), turn(c2, e2, total - turn1)], seconds }),
      delta_i_initial_deg: radToDeg(turn1),
      delta_i_final_deg: radToDeg(total - turn1),
    }
  }
  const turned = combinedHohmann(...radii, Math.abs(angle('i_final_deg') - angle('i_initial_deg')), gm)
  return {
    ...burns(turned),
    delta_i_initial_deg: radToDeg(turned.turn1Rad),
    delta_i_final_deg: radToDeg(turned.turn2Rad),
  }
}

function compareRelativeMotion(check: Check, row: Json, { files: [file = ''] }: Source): void {
  const set = readJson(file)
  const altitudeKm = Number(/altitude ([\d.]+) km/.exec(set.text('frame'))?.[1] ?? Number.NaN)
  const radiusKm = set.number('constants', 're_km') + altitudeKm
  const n = Math.sqrt(set.number('constants', 'mu_km3s2') / radiusKm ** 3)
  const measure = (found: Vec3, wanted: Vec3) =>
    check.near('relative', norm(subtract(found, wanted)) / norm(wanted), 0, 1e-9)
  if (row.has('v0_mps')) {
    const found = propagateRelative({ r: row.vector('r0_m'), v: row.vector('v0_mps') }, n, row.number('t_s'))
    measure(found.r, row.vector('r_m'))
    measure(found.v, row.vector('v_mps'))
  } else {
    const found = resultOf(relativeTransfer(row.vector('r0_m'), [0, 0, 0], n, row.number('t_s')))
    measure(found.v, row.vector('v0_required_mps'))
  }
}

const fly = (start: OrbitState, plan: OrbitPlan): Orbit => resultOf(propagateOrbit(start, plan))

/** Orekit's names for axes that Apsis names differently: Orekit's LVLH is x outward, as QSW; VVLH and the CCSDS one are z inward. */
const OREKIT_AXES: Readonly<Record<string, LocalFrame>> = { QSW: 'RSW', LVLH: 'RSW', VVLH: 'LVLH', LVLH_CCSDS: 'LVLH' }

/**
 * Reads the values in a file name, orekit_thrust_<a>_<i>_<date>T_<mass>_<thrust>_<isp>_<duration>_<axes>_<x>_<y>_<z>_<step>.csv, as INDEX.md
 * describes it.
 */
function thrustOf(file: string) {
  const words = nameOf(file).replace('.csv', '').split('_').slice(2)
  const [aM, , date = '', , thrustN, ispS, durationS] = words
  const [axes = '', x, y, z] = [words.slice(7, -4).join('_'), ...words.slice(-4)]
  const frame = OREKIT_AXES[axes] ?? LOCAL_FRAMES.find((known) => known === axes)
  if (frame === undefined) throw new RangeError(`${file} is about axes that Apsis does not have`)
  return {
    frame,
    direction: [Number(x), Number(y), Number(z)] as const,
    start: parseTime(date.endsWith('T') ? `${date}00:00:00` : date),
    radiusM: Number(aM),
    thrustN: Number(thrustN),
    ispS: Number(ispS),
    durationS: Number(durationS),
  }
}

function compareThrust(tally: Tally, { files, description }: Source): void {
  const gm = Number(/mu ([\d.e]+)/.exec(description)?.[1] ?? Number.NaN)
  for (const file of files) {
    const rows = readTable(file)
    const { frame, direction: along, start: begin, radiusM, thrustN, ispS, durationS } = thrustOf(file)
    const vector = (row: Json | undefined, name: string) =>
      (row ?? new Json({})).vector(['X', 'Y', 'Z'].map((axis) => `${name}_${axis}`))
    const printed = vector(rows[0], 'VEL')
    // The orbit is a circle, so the printed velocity is scaled to the exact speed, which undoes its rounding.
    const v = scale(printed, Math.sqrt(gm / radiusM) / norm(printed))
    const start = { epoch: begin, r: vector(rows[0], 'POS'), v, massKg: rows[0]?.number('MASS') ?? Number.NaN }
    const burn = { start: begin, durationS, thrustN, ispS, direction: localDirection(frame, along) }
    const until = parseTime(rows.at(-1)?.text('DATE') ?? '')
    const orbit = fly(start, { forces: [pointMassForce(gm)], until, burns: [burn] })
    for (const row of rows) {
      tally.run(`${frame} ${along.join(' ')} at ${row.text('DATE')}`, (check) => {
        const state = orbit.stateAt(parseTime(row.text('DATE')))
        check.apart('position', state.r, vector(row, 'POS'), 1e-4, 'm')
        check.apart('velocity', state.v, vector(row, 'VEL'), 1e-7, 'm/s')
        check.near('mass', state.massKg, row.number('MASS'), 1e-9, 'kg')
      })
    }
  }
}

function compareImpulse(check: Check, file: string): void {
  const set = readJson(file)
  const [initial, impulse, expected] = [set.at('initial_keplerian'), set.at('impulse'), set.at('expected')]
  const of = (name: string) => initial.number(name)
  const epoch = parseTime(initial.text('epoch_utc'))
  const elements = {
    semiMajorAxisM: of('a_m'),
    eccentricity: of('e'),
    incRad: of('i_rad'),
    argPeriapsisRad: of('pa_rad'),
    raanRad: of('raan_rad'),
    trueAnomalyRad: trueFromMean(of('mean_anomaly_rad'), of('e')),
  }
  const start = { epoch, ...toCartesian(elements, of('mu')), massKg: 1000 }
  const node = { name: 'node', value: ({ r }: OrbitState) => r[2], terminal: true }
  const until = addSeconds(epoch, set.number('propagate_s'))
  const there = fly(start, { forces: [pointMassForce(of('mu'))], until, followed: [node] }).end
  // The impulse is towards the equator: against the orbit normal where the satellite moves south, along it where it moves north.
  const sign = there.v[2] < 0 ? 1 : -1
  const deltaV = localDirection('RSW', [0, 0, sign * impulse.number('dv_mps')])
  const after = applyImpulse(there, { epoch: there.epoch, deltaV, ispS: impulse.number('isp_s') })
  const { incRad } = toKeplerian(after, of('mu'))
  check.near('inclination', incRad, expected.number('inclination_rad'), expected.number('abs_tol'), 'rad')
}

const idOf = (row: Json) => row.text('id')

export const MANOEUVRE_SETS: readonly ReferenceSet[] = [
  ofJson('manoeuvre/*transfers.json', idOf, compareTransfer),
  ofJson('manoeuvre/cw_hill_*.json', idOf, compareRelativeMotion),
  { name: 'manoeuvre/orekit_thrust_*.csv', compare: compareThrust },
  ofFiles('manoeuvre/*inclination_impulse.json', compareImpulse),
]
