import { E_MOON, E_SUN, N_MOON, N_SUN } from './deep-space-init.ts'
import type { DeepSpace, NearEarth } from './model.ts'
import { type Integrator, resonantMotion } from './resonance.ts'

/** Mean elements at one time, rad, rad/min. */
export interface DeepElements {
  readonly meanMotion: number
  readonly e: number
  readonly i: number
  readonly node: number
  readonly argPerigee: number
  readonly meanAnomaly: number
}

/** Below this inclination (rad) the periodic terms are applied in Lyddane's variables (AIAA 2006-6753, "gsfc"). */
const LYDDANE_BELOW = 0.2

/**
 * Returns the elements `t` minutes after the epoch with the secular effects of the Sun, the Moon and the resonance, for given elements of the
 * near-Earth theory. Source: Spacetrack Report No. 3, §10; dspace of AIAA 2006-6753.
 */
export function addSecular(
  { near, deep, t }: { readonly near: NearEarth; readonly deep: DeepSpace; readonly t: number },
  mean: { readonly node: number; readonly argPerigee: number; readonly meanAnomaly: number },
  integrator: Integrator | undefined,
): DeepElements {
  const secular = {
    meanMotion: near.meanMotion,
    e: near.eccentricity + deep.dedt * t,
    i: near.inclination + deep.didt * t,
    node: mean.node + deep.dnodt * t,
    argPerigee: mean.argPerigee + deep.domdt * t,
    meanAnomaly: mean.meanAnomaly + deep.dmdt * t,
  }
  if (deep.resonance === 0) return secular
  const { meanMotion, meanAnomaly } = resonantMotion({ near, deep, t }, secular, integrator)
  const { e, i, node, argPerigee } = secular
  return { meanMotion, e, i, node, argPerigee, meanAnomaly }
}

/**
 * Returns the elements with the periodic effects of the Sun and the Moon at `t` minutes after the epoch. Source: dpper of AIAA 2006-6753,
 * improved mode: Lyddane's variables are used if the perturbed inclination is below 0.2 rad, and a negative one is made positive.
 */
export function addPeriodic(deep: DeepSpace, t: number, mean: DeepElements): DeepElements {
  const sun = phaseOf(deep.zmos + N_SUN * t, E_SUN)
  const moon = phaseOf(deep.zmol + N_MOON * t, E_MOON)
  const pe = deep.se2 * sun.f2 + deep.se3 * sun.f3 + deep.ee2 * moon.f2 + deep.e3 * moon.f3
  const pinc = deep.si2 * sun.f2 + deep.si3 * sun.f3 + deep.xi2 * moon.f2 + deep.xi3 * moon.f3
  const pl =
    deep.sl2 * sun.f2 +
    deep.sl3 * sun.f3 +
    deep.sl4 * sun.sin +
    (deep.xl2 * moon.f2 + deep.xl3 * moon.f3) +
    deep.xl4 * moon.sin
  const pgh =
    deep.sgh2 * sun.f2 +
    deep.sgh3 * sun.f3 +
    deep.sgh4 * sun.sin +
    (deep.xgh2 * moon.f2 + deep.xgh3 * moon.f3) +
    deep.xgh4 * moon.sin
  const ph = deep.sh2 * sun.f2 + deep.sh3 * sun.f3 + deep.xh2 * moon.f2 + deep.xh3 * moon.f3
  const i = mean.i + pinc
  const [sinI, cosI] = [Math.sin(i), Math.cos(i)]
  const meanAnomaly = mean.meanAnomaly + pl
  const angles =
    i >= LYDDANE_BELOW
      ? { node: mean.node + ph / sinI, argPerigee: mean.argPerigee + pgh - (cosI * ph) / sinI }
      : lyddane(mean, { pinc, pl, pgh, ph, sinI, cosI })
  // A negative inclination is the same plane with the node on the other side.
  const turn = i < 0 ? Math.PI : 0
  return {
    meanMotion: mean.meanMotion,
    e: mean.e + pe,
    i: Math.abs(i),
    node: angles.node + turn,
    argPerigee: angles.argPerigee - turn,
    meanAnomaly,
  }
}

/**
 * For a body with eccentricity `e` at mean anomaly `zm`: the true anomaly is f = M + 2 e sin M to first order. The periodic terms need sin f, f2
 * = ½ sin² f − ¼ = −¼ cos 2f, and f3 = −½ sin f cos f = −¼ sin 2f.
 */
function phaseOf(zm: number, e: number) {
  const zf = zm + 2 * e * Math.sin(zm)
  const sin = Math.sin(zf)
  return { sin, f2: 0.5 * sin * sin - 0.25, f3: -0.5 * sin * Math.cos(zf) }
}

type Periodics = Record<'pinc' | 'pl' | 'pgh' | 'ph' | 'sinI' | 'cosI', number>

/**
 * Returns node and argument of perigee with the periodic terms at low inclinations. There ΔΩ = ph/sin i is too large to be added; Lyddane
 * (Astron. J. 68, 1963) adds to α = sin i sin Ω and β = sin i cos Ω instead, and computes the node as atan2(α, β). The argument of perigee
 * follows from the mean longitude M + ω + Ω cos i, which stays regular.
 *
 * The reference code uses cos i of the perturbed inclination before and after, and also adds −Δi Ω sin i, so that a change of the inclination
 * counts twice. If i + Δi is below 0, both the arctangent and the caller rotate the node by 180°. Both errors are kept, because element sets are
 * fitted with them: a correct theory would give less accurate states.
 */
function lyddane(mean: DeepElements, { pinc, pl, pgh, ph, sinI, cosI }: Periodics) {
  const [sinNode, cosNode] = [Math.sin(mean.node), Math.cos(mean.node)]
  const alfdp = sinI * sinNode + ph * cosNode + pinc * cosI * sinNode
  const betdp = sinI * cosNode - ph * sinNode + pinc * cosI * cosNode
  const before = mean.node % (2 * Math.PI)
  const longitude = mean.meanAnomaly + mean.argPerigee + cosI * before + pl + pgh - pinc * before * sinI
  const principal = Math.atan2(alfdp, betdp)
  // atan2 gives the node within half a turn; it is moved to the revolution of the node before the change.
  const apart = before - principal
  const node = Math.abs(apart) > Math.PI ? principal + Math.sign(apart) * 2 * Math.PI : principal
  return { node, argPerigee: longitude - (mean.meanAnomaly + pl) - cosI * node }
}
