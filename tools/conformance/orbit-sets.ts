import { applyImpulse, localDirection } from '@apsis/astro/dynamics/burn.ts'
import type { OrbitState } from '@apsis/astro/dynamics/force.ts'
import { pointMassForce } from '@apsis/astro/dynamics/gravity.ts'
import { type Orbit, type OrbitPlan, propagateOrbit } from '@apsis/astro/dynamics/propagate-orbit.ts'
import { LOCAL_FRAMES, type LocalFrame } from '@apsis/astro/frames/local.ts'
import { meanFromTrue, trueFromMean } from '@apsis/astro/orbit/anomaly.ts'
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
import { cross, norm, scale, subtract } from '@apsis/astro/vec3.ts'
import { cell, numberCell, readJson, readTable, vectorAt } from './collection.ts'
import { relative } from './encounter-objects.ts'
import type { ReferenceSet, Source } from './reference-set.ts'
import type { Check, KnownDeviation, Tally } from './tally.ts'

interface StateRow {
  readonly state_km_km_s: number[]
  readonly expected: number[]
  readonly why?: string
  readonly kind?: string
}

interface KeplerCases {
  readonly mu_km3_s2: number
  readonly vallado_example: { readonly state_km_km_s: number[] } & Readonly<Record<string, number>>
  readonly one_component_zero: readonly StateRow[]
  readonly special_orbits: readonly StateRow[]
  readonly must_fail: readonly StateRow[]
}

const stateOf = (row: number[]) => ({ r: vectorAt(row, 0, 1000), v: vectorAt(row, 3, 1000) })

function elementsOf(state: number[], gm: number): number[] {
  const { semiMajorAxisM, eccentricity, incRad, raanRad, argPeriapsisRad, trueAnomalyRad } = toKeplerian(
    stateOf(state),
    gm,
  )
  return [semiMajorAxisM / 1000, eccentricity, ...[incRad, raanRad, argPeriapsisRad, trueAnomalyRad].map(radToDeg)]
}

/** Relative, or absolute where it is smaller, and of angles round the turn. */
function apartBy(found: number, wanted: number): number {
  const turn = Math.abs(Math.abs(found - wanted) - 360)
  return Math.min(Math.abs(found - wanted), relative(found, wanted), turn)
}

function compareKeplerian(tally: Tally, { files: [file = ''] }: Source): void {
  const set = readJson<KeplerCases>(file)
  const gm = set.mu_km3_s2 * 1e9
  tally.run("Vallado's example", (check) => {
    const example = set.vallado_example
    const found = toKeplerian(stateOf(example.state_km_km_s), gm)
    const limit = 1e-4
    const printed: [number, number | undefined][] = [
      [found.semiMajorAxisM / 1000, example.a_km],
      [found.eccentricity, example.e],
      [radToDeg(found.incRad), example.i_deg],
      [radToDeg(found.raanRad), example.raan_deg],
      [radToDeg(found.argPeriapsisRad), example.argp_deg],
      [radToDeg(found.trueAnomalyRad), example.true_anomaly_deg],
      [radToDeg(meanFromTrue(found.trueAnomalyRad, found.eccentricity)), example.mean_anomaly_deg],
    ]
    for (const [value, wanted = Number.NaN] of printed) {
      check.within("Vallado's example, relative", { error: apartBy(value, wanted), limit, unit: '' })
    }
  })
  for (const { state_km_km_s: state, expected, kind = 'a component 0' } of [
    ...set.one_component_zero,
    ...set.special_orbits,
  ]) {
    tally.run(`${kind}: ${state}`, (check) => {
      elementsOf(state, gm).forEach((value, index) => {
        const error = apartBy(value, expected[index] ?? Number.NaN)
        check.within('elements, relative or absolute', { error, limit: 1e-5, unit: '' })
      })
    })
  }
  for (const { why = '', state_km_km_s: state } of set.must_fail) {
    tally.run(why, (check) => {
      if (isHyperbola(state, gm)) check.holds((elementsOf(state, gm)[0] ?? 0) < 0, 'a hyperbola')
      else
        check.holds(
          isRefused(() => toKeplerian(stateOf(state), gm)),
          'refused',
        )
    })
  }
  tally.note('the hyperbola that the elliptic-only source refuses has its elements in Apsis')
}

/** Whether a state that can be one has energy enough to leave; a state with no orbit at all does not count. */
function isHyperbola(state: number[], gm: number): boolean {
  if (state.length !== 6 || !state.every(Number.isFinite)) return false
  const { r, v } = stateOf(state)
  const isStraight = norm(cross(r, v)) <= 1e-9 * norm(r) * norm(v)
  return !isStraight && norm(v) ** 2 / 2 > gm / norm(r)
}

function isRefused(action: () => unknown): boolean {
  try {
    action()
    return false
  } catch (error) {
    if (error instanceof RangeError) return true
    throw error
  }
}

type NumberCase = Readonly<Record<string, number>>

function compareTransfers(tally: Tally, { files: [file = ''] }: Source): void {
  interface Set {
    readonly constants: { readonly mu_km3s2: number }
    readonly cases: readonly (NumberCase & { readonly id: string })[]
  }
  const { constants, cases } = readJson<Set>(file)
  const gm = constants.mu_km3s2 * 1e9
  for (const row of cases) {
    tally.run(row.id, (check) => {
      const found = transferOf(row, gm)
      const total = ({ dv_a_kmps = Number.NaN, dv_b_kmps = Number.NaN }: NumberCase) => dv_a_kmps + dv_b_kmps
      // Only a published optimum that Apsis beats can have stopped before its minimum.
      const isBeaten = kindOf(row) === 'combined' && total(found) <= total(row)
      // What a case does not state is not compared; what it states in the direction of the motion has a sign, and ours has none.
      const stated = Object.entries(found).flatMap(([name, value]) => {
        const wanted = row[name]
        return wanted === undefined ? [] : [{ value, wanted: name.startsWith('dv_') ? Math.abs(wanted) : wanted }]
      })
      check.holds(stated.length > 0, 'it states something that Apsis has')
      for (const { value, wanted } of stated) {
        const error = relative(value, wanted)
        const quantity = isBeaten ? 'relative, of an optimum' : 'relative'
        check.within(quantity, { error, limit: 1e-9, unit: '' }, isBeaten ? EARLY_END : undefined)
      }
    })
  }
}

const EARLY_END: KnownDeviation = {
  upTo: 3e-6,
  because:
    "the book's search stops before the minimum: the sum of the impulses, which it is to make least, is less in Apsis",
}

type TransferKind =
  | 'one-tangent'
  | 'combined'
  | 'combined by a share'
  | 'bi-elliptic'
  | 'hohmann'
  | 'inclination'
  | 'plane'

/** The radius at which two half ellipses meet, km: a third one, by whatever name. */
function betweenOf(row: NumberCase): number | undefined {
  const [name] = Object.keys(row).filter((key) => /^r_[a-z_]*km$/.test(key) && !/^r_(initial|final)_km$/.test(key))
  return name === undefined ? undefined : row[name]
}

/**
 * How much of a turn the first of two impulses makes, by the closed form near the optimum (Vallado, Fundamentals of Astrodynamics, 4th ed.,
 * equation 6-40): s Δi = atan(sin Δi / (R^1.5 + cos Δi)), R the ratio of the radii.
 */
function firstTurnOf(angleRad: number, [radius1M, radius2M]: readonly [number, number]): number {
  return Math.atan2(Math.sin(angleRad), (radius2M / radius1M) ** 1.5 + Math.cos(angleRad))
}

/** Which transfer a case is, by what it gives. */
function kindOf(row: NumberCase): TransferKind {
  const has = (...names: string[]) => names.every((name) => row[name] !== undefined)
  if (has('r_initial_km', 'r_final_km') && betweenOf(row) !== undefined) return 'bi-elliptic'
  if (has('r_initial_km', 'r_final_km', 'nu_transfer_deg')) return 'one-tangent'
  if (has('r_initial_km', 'r_final_km', 'i_initial_deg', 'i_final_deg')) return 'combined'
  if (has('r_initial_km', 'r_final_km', 'delta_i_deg')) return 'combined by a share'
  if (has('r_initial_km', 'r_final_km')) return 'hohmann'
  if (has('v_kmps', 'delta_raan_deg')) return 'plane'
  if (has('v_kmps', 'delta_i_deg')) return 'inclination'
  throw new RangeError(`no transfer has ${Object.keys(row)}`)
}

/** What Apsis has for the numbers of a case, by their names. */
function transferOf(row: NumberCase & { readonly id: string }, gm: number): Record<string, number> {
  const of = (name: string) => row[name] ?? Number.NaN
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
    return { dv_kmps: changeInclination(of('v_kmps'), angle('delta_i_deg'), degToRad(row.fpa_deg ?? 0)) }
  if (kind === 'plane') {
    const from = { incRad: degToRad(row.i_deg ?? of('i_initial_deg')), raanRad: 0 }
    const to = { incRad: degToRad(row.i_deg ?? of('i_final_deg')), raanRad: angle('delta_raan_deg') }
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

function compareRelativeMotion(tally: Tally, { files: [file = ''] }: Source): void {
  interface Row {
    readonly id: string
    readonly r0_m: number[]
    readonly v0_mps?: number[]
    readonly t_s: number
    readonly r_m?: number[]
    readonly v_mps?: number[]
    readonly v0_required_mps?: number[]
  }
  const { constants, cases, frame } = readJson<{ constants: NumberCase; cases: Row[]; frame: string }>(file)
  const altitudeKm = Number(/altitude ([\d.]+) km/.exec(frame)?.[1] ?? Number.NaN)
  const n = Math.sqrt((constants.mu_km3s2 ?? Number.NaN) / ((constants.re_km ?? Number.NaN) + altitudeKm) ** 3)
  const measure = (check: Check, found: readonly [number, number, number], wanted: number[]) => {
    const error = norm(subtract(found, vectorAt(wanted))) / norm(vectorAt(wanted))
    check.within('relative', { error, limit: 1e-9, unit: '' })
  }
  for (const row of cases) {
    tally.run(row.id, (check) => {
      if (row.v0_mps !== undefined) {
        const found = propagateRelative({ r: vectorAt(row.r0_m), v: vectorAt(row.v0_mps) }, n, row.t_s)
        measure(check, found.r, row.r_m ?? [])
        measure(check, found.v, row.v_mps ?? [])
      } else {
        const found = relativeTransfer(vectorAt(row.r0_m), [0, 0, 0], n, row.t_s)
        if (!found.ok) throw new Error(found.reason)
        measure(check, found.v, row.v0_required_mps ?? [])
      }
    })
  }
}

function fly(start: OrbitState, plan: OrbitPlan): Orbit {
  const orbit = propagateOrbit(start, plan)
  if (!orbit.ok) throw new Error(orbit.reason)
  return orbit
}

/** Orekit's names of axes that Apsis has by another: its LVLH is x outward, as QSW; VVLH and that of CCSDS are z inward. */
const OREKIT_AXES: Readonly<Record<string, LocalFrame>> = { QSW: 'RSW', LVLH: 'RSW', VVLH: 'LVLH', LVLH_CCSDS: 'LVLH' }

/** orekit_thrust_<a>_<i>_<date>T_<mass>_<thrust>_<isp>_<duration>_<axes>_<x>_<y>_<z>_<step>.csv, as INDEX.md has it. */
function thrustOf(file: string) {
  const words = file
    .slice(file.lastIndexOf('/') + 1)
    .replace('.csv', '')
    .split('_')
    .slice(2)
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
    const vector = (row: Record<string, string>, name: string) =>
      vectorAt(['X', 'Y', 'Z'].map((axis) => numberCell(row, `${name}_${axis}`)))
    const [first = {}] = rows
    const printed = vector(first, 'VEL')
    // A circle: its printed velocity is given back the digits that the last one of print took off its size.
    const v = scale(printed, Math.sqrt(gm / radiusM) / norm(printed))
    const start = { epoch: begin, r: vector(first, 'POS'), v, massKg: numberCell(first, 'MASS') }
    const direction = localDirection(frame, along)
    const burn = { start: begin, durationS, thrustN, ispS, direction }
    const last = parseTime(cell(rows.at(-1) ?? {}, 'DATE'))
    const orbit = fly(start, { forces: [pointMassForce(gm)], until: last, burns: [burn] })
    for (const row of rows) {
      tally.run(`${frame} ${along.join(' ')} at ${cell(row, 'DATE')}`, (check) => {
        const state = orbit.stateAt(parseTime(cell(row, 'DATE')))
        check.within('position', { error: norm(subtract(state.r, vector(row, 'POS'))), limit: 1e-4, unit: 'm' })
        check.within('velocity', { error: norm(subtract(state.v, vector(row, 'VEL'))), limit: 1e-7, unit: 'm/s' })
        check.within('mass', { error: Math.abs(state.massKg - numberCell(row, 'MASS')), limit: 1e-9, unit: 'kg' })
      })
    }
  }
}

function compareImpulse(tally: Tally, { files: [file = ''] }: Source): void {
  interface Set {
    readonly initial_keplerian: NumberCase & { readonly epoch_utc: string }
    readonly impulse: { readonly dv_mps: number; readonly isp_s: number }
    readonly expected: { readonly inclination_rad: number; readonly abs_tol: number }
    readonly propagate_s: number
  }
  const set = readJson<Set>(file)
  const { initial_keplerian: initial, impulse, expected } = set
  tally.run('inclination', (check) => {
    const of = (name: string) => Number(Reflect.get(initial, name))
    const epoch = parseTime(initial.epoch_utc)
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
    const forces = [pointMassForce(of('mu'))]
    const there = fly(start, { forces, until: addSeconds(epoch, set.propagate_s), followed: [node] }).end
    // Against the normal of the orbit where it goes down, along it where it goes up: towards the equator.
    const sign = there.v[2] < 0 ? 1 : -1
    const deltaV = localDirection('RSW', [0, 0, sign * impulse.dv_mps])
    const after = applyImpulse(there, { epoch: there.epoch, deltaV, ispS: impulse.isp_s })
    const error = Math.abs(toKeplerian(after, of('mu')).incRad - expected.inclination_rad)
    check.within('inclination', { error, limit: expected.abs_tol, unit: 'rad' })
  })
}

export const ORBIT_SETS: readonly ReferenceSet[] = [
  { name: 'orbit_elements/keplerian_*.json', compare: compareKeplerian },
  { name: 'manoeuvre/*transfers.json', compare: compareTransfers },
  { name: 'manoeuvre/cw_hill_*.json', compare: compareRelativeMotion },
  { name: 'manoeuvre/orekit_thrust_*.csv', compare: compareThrust },
  { name: 'manoeuvre/*inclination_impulse.json', compare: compareImpulse },
]
