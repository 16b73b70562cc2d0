import {
  ARG_PERIGEE,
  ARG_PERIGEE_DOT,
  AT_LONGITUDE,
  AT_MEAN_MOTION,
  AT_TIME,
  COLUMN,
  D,
  DEL,
  GSTO,
  LONGITUDE_DOT,
  M,
  MEAN_MOTION,
  N_DOT,
  N_DOT_DOT,
  N_RATIO,
  NODE,
  RESONANCE,
  T,
  W,
  XFACT,
  XLAMO,
} from './columns.ts'

// The resonance is computed lane by lane, because few objects resonate and their rates change only with each step of half a day. The numbers of
// this file are those of astro/sgp4/resonance.ts.
const STEP_MIN: f64 = 720.0
const HALF_STEP_2: f64 = 259200.0
const EARTH_ROTATION: f64 = 4.3752690880113e-3
/** Two centuries in minutes, beyond which secularMotion refuses the lane. */
const LONGEST: f64 = 1e8

/**
 * Computes mean motion and mean anomaly of the lanes in resonance with the Earth's tesseral harmonics: the state at the last full step of the
 * integration is extended over the rest of the time by λ + λ̇ τ + ½ ṅ τ² and n + ṅ τ + ½ n̈ τ². λ is the stroboscopic longitude: M + Ω + ω − θ
 * for one revolution a day and M + 2Ω − 2θ for two, with θ the angle of the Earth. A tesseral harmonic whose pattern the satellite meets again
 * each day acts at the same λ each time, and its effect adds up; all other harmonics average out. Source: Hujsak, Spacetrack Report No. 1 (1979).
 */
export function resonate(block: usize, lanes: usize, bytes: usize): void {
  for (let k: usize = 0; k < bytes; k += 8) {
    const b: usize = block + (k & lanes)
    const kind: f64 = load<f64>(b, RESONANCE)
    const t: f64 = load<f64>(k, T)
    if (kind === 0.0 || !(Math.abs(t) <= LONGEST)) continue
    integrateTo(b, t)
    const rest: f64 = t - load<f64>(b, AT_TIME)
    const nDot: f64 = load<f64>(b, N_DOT)
    const longitude: f64 = load<f64>(b, AT_LONGITUDE) + load<f64>(b, LONGITUDE_DOT) * rest + nDot * rest * rest * 0.5
    const n: f64 = load<f64>(b, AT_MEAN_MOTION) + nDot * rest + load<f64>(b, N_DOT_DOT) * rest * rest * 0.5
    const node: f64 = load<f64>(k, NODE)
    // The sidereal angle of Greenwich, which converts the stroboscopic longitude back to the mean anomaly.
    const theta: f64 = load<f64>(b, GSTO) + t * EARTH_ROTATION
    const anomaly: f64 =
      kind === 1.0 ? longitude - node - load<f64>(k, W) + theta : longitude - 2.0 * node + 2.0 * theta
    store<f64>(k, anomaly, M)
    store<f64>(k, n / load<f64>(b, MEAN_MOTION), N_RATIO)
  }
}

/**
 * Integrates in steps of 720 minutes from the epoch towards `t`, starting where the last call ended unless it ended beyond `t`. The step is part
 * of the theory: a smaller one would give other positions than those to which the elements were fitted.
 */
function integrateTo(b: usize, t: f64): void {
  const at: f64 = load<f64>(b, AT_TIME)
  // Starts again from the epoch if nothing is integrated yet (NaN), or if the last call ended on the other side of the epoch or beyond t.
  if (!(Math.abs(at) <= f64.MAX_VALUE) || (at !== 0.0 && (t * at <= 0.0 || Math.abs(t) < Math.abs(at)))) {
    store<f64>(b, 0.0, AT_TIME)
    store<f64>(b, load<f64>(b, XLAMO), AT_LONGITUDE)
    store<f64>(b, load<f64>(b, MEAN_MOTION), AT_MEAN_MOTION)
    pull(b)
  }
  const step: f64 = t > 0.0 ? STEP_MIN : -STEP_MIN
  while (Math.abs(t - load<f64>(b, AT_TIME)) >= STEP_MIN) {
    const nDot: f64 = load<f64>(b, N_DOT)
    const longitude: f64 = load<f64>(b, AT_LONGITUDE) + load<f64>(b, LONGITUDE_DOT) * step + nDot * HALF_STEP_2
    store<f64>(b, longitude, AT_LONGITUDE)
    store<f64>(b, load<f64>(b, AT_MEAN_MOTION) + nDot * step + load<f64>(b, N_DOT_DOT) * HALF_STEP_2, AT_MEAN_MOTION)
    store<f64>(b, load<f64>(b, AT_TIME) + step, AT_TIME)
    pull(b)
  }
}

let sumOfSines: f64 = 0.0
let sumOfCosines: f64 = 0.0

/**
 * Computes the rates at the state of the integrator. λ̇ = n + xfact, where xfact contains the secular rates of node, perigee and the Earth; ṅ = Σ
 * D sin(…) and n̈ = λ̇ dṅ/dλ.
 */
function pull(b: usize): void {
  const longitude: f64 = load<f64>(b, AT_LONGITUDE)
  sumOfSines = 0.0
  sumOfCosines = 0.0
  if (load<f64>(b, RESONANCE) === 1.0) {
    // The harmonics (3,1), (2,2) and (3,3): the phases are the longitudes of their axes, rad.
    addTerm(load<f64>(b, DEL), longitude - 0.13130908, 1.0)
    addTerm(load<f64>(b, DEL + COLUMN), 2.0 * (longitude - 2.8843198), 2.0)
    addTerm(load<f64>(b, DEL + 2 * COLUMN), 3.0 * (longitude - 0.37448087), 3.0)
  } else {
    halfDay(b, longitude, load<f64>(b, ARG_PERIGEE) + load<f64>(b, ARG_PERIGEE_DOT) * load<f64>(b, AT_TIME))
  }
  const longitudeDot: f64 = load<f64>(b, AT_MEAN_MOTION) + load<f64>(b, XFACT)
  store<f64>(b, longitudeDot, LONGITUDE_DOT)
  store<f64>(b, sumOfSines, N_DOT)
  store<f64>(b, sumOfCosines * longitudeDot, N_DOT_DOT)
}

/**
 * Adds the ten terms of two revolutions a day; each constant is the phase G of its harmonic (astro/sgp4/resonance.ts). They are the harmonics
 * (2,2), (3,2), (4,4), (5,2) and (5,4), each with two multiples of the perigee. They matter only for eccentric orbits, such as Molniya orbits.
 */
function halfDay(b: usize, l: f64, w: f64): void {
  addTerm(load<f64>(b, D), 2.0 * w + l - 5.7686396, 1.0)
  addTerm(load<f64>(b, D + COLUMN), l - 5.7686396, 1.0)
  addTerm(load<f64>(b, D + 2 * COLUMN), w + l - 0.95240898, 1.0)
  addTerm(load<f64>(b, D + 3 * COLUMN), -w + l - 0.95240898, 1.0)
  addTerm(load<f64>(b, D + 4 * COLUMN), 2.0 * w + 2.0 * l - 1.8014998, 2.0)
  addTerm(load<f64>(b, D + 5 * COLUMN), 2.0 * l - 1.8014998, 2.0)
  addTerm(load<f64>(b, D + 6 * COLUMN), w + l - 1.050833, 1.0)
  addTerm(load<f64>(b, D + 7 * COLUMN), -w + l - 1.050833, 1.0)
  addTerm(load<f64>(b, D + 8 * COLUMN), w + 2.0 * l - 4.4108898, 2.0)
  addTerm(load<f64>(b, D + 9 * COLUMN), -w + 2.0 * l - 4.4108898, 2.0)
}

/** Adds a term to ṅ = Σ D sin(angle) and to its derivative by λ, which contains the factor of λ in the angle. */
function addTerm(strength: f64, angle: f64, factor: f64): void {
  sumOfSines += strength * Math.sin(angle)
  sumOfCosines += factor * strength * Math.cos(angle)
}
