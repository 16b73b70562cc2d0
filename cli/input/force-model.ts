import { dragForce } from '@apsis/astro/dynamics/drag.ts'
import { makeEnvironment } from '@apsis/astro/dynamics/environment.ts'
import type { Force, OrbitState } from '@apsis/astro/dynamics/force.ts'
import { EGM2008_FIELD, gravityForce } from '@apsis/astro/dynamics/gravity.ts'
import { makeHarrisPriester } from '@apsis/astro/dynamics/harris-priester.ts'
import { type Orbit, propagateOrbit } from '@apsis/astro/dynamics/propagate-orbit.ts'
import { radiationPressureForce } from '@apsis/astro/dynamics/radiation-pressure.ts'
import { GM_MOON, GM_SUN, thirdBodyForce } from '@apsis/astro/dynamics/third-body.ts'
import { type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { UsageError } from '../terminal/command.ts'
import type { Motion } from './flying-object.ts'
import type { Thrust } from './manoeuvres.ts'

/** The active forces. */
export interface ForceModel {
  /** The degree and order of the gravity field; 0 means a point mass. */
  readonly gravity: number
  readonly sun: boolean
  readonly moon: boolean
  readonly drag: boolean
  readonly srp: boolean
}

/** The properties that drag and radiation pressure need; unknown ones are absent. */
export interface Craft {
  readonly massKg?: number | undefined
  readonly dragAreaM2?: number | undefined
  readonly dragCoeff?: number | undefined
  readonly solarRadAreaM2?: number | undefined
  readonly solarRadCoeff?: number | undefined
}

/** The default forces on an object of which only a state is known: gravity field, Sun and Moon. */
export const DEFAULT_FORCES: ForceModel = { gravity: 36, sun: true, moon: true, drag: false, srp: false }

const USUAL_CD = 2.2 // Vallado, Fundamentals of Astrodynamics, 4th ed., §8.6.2
const USUAL_CR = 1.3 // between 1, all light absorbed, and 2, all reflected

/** Reads gravity:36,sun,moon,drag,srp, or two-body. */
export function parseForceModel(text: string): ForceModel {
  if (text === 'two-body') return { gravity: 0, sun: false, moon: false, drag: false, srp: false }
  const names = text.split(',').map((name) => name.trim())
  let gravity = DEFAULT_FORCES.gravity
  for (const name of names) {
    const degree = /^gravity:(\d+)$/.exec(name)?.[1]
    if (degree !== undefined) gravity = Number(degree)
    else if (!['gravity', 'sun', 'moon', 'drag', 'srp'].includes(name)) {
      throw new UsageError(`--force-model is sgp4, two-body, or of gravity:DEGREE, sun, moon, drag, srp, not ${name}`)
    }
  }
  if (gravity > EGM2008_FIELD.degree)
    throw new UsageError(`--force-model: gravity is of degree ${EGM2008_FIELD.degree} at most`)
  const has = (name: string) => names.includes(name)
  return { gravity, sun: has('sun'), moon: has('moon'), drag: has('drag'), srp: has('srp') }
}

/** Returns the forces on a craft around an epoch. Throws a RangeError that names the missing property of the craft. */
export function makeForces(model: ForceModel, craft: Craft, epoch: Epoch): Force[] {
  const sky = makeEnvironment(epoch, { outside: 'hold' })
  const forces = [gravityForce(EGM2008_FIELD, { degree: model.gravity }, sky.toEarthFixed)]
  if (model.sun) forces.push(thirdBodyForce(GM_SUN, sky.sun))
  if (model.moon) forces.push(thirdBodyForce(GM_MOON, sky.moon))
  if ((model.drag || model.srp) && craft.massKg === undefined)
    throw new RangeError('drag and srp need the mass: give --mass KG')
  if (model.drag) {
    if (craft.dragAreaM2 === undefined) throw new RangeError('drag needs the area: give --area M2')
    const density = makeHarrisPriester({ sun: sky.sun, toEarthFixed: sky.toEarthFixed })
    const drag = { cd: craft.dragCoeff ?? USUAL_CD, area: craft.dragAreaM2, density, toEarthFixed: sky.toEarthFixed }
    forces.push(dragForce(drag))
  }
  if (model.srp) {
    if (craft.solarRadAreaM2 === undefined) throw new RangeError('srp needs the area: give --area M2')
    const { sun, moon } = sky
    forces.push(radiationPressureForce({ cr: craft.solarRadCoeff ?? USUAL_CR, area: craft.solarRadAreaM2, sun, moon }))
  }
  return forces
}

/** The span in which states are needed. */
export interface Reach {
  readonly first: Epoch
  readonly last: Epoch
}

/** The dynamics of an object, and their span. */
export interface Course {
  readonly forces: readonly Force[]
  readonly thrust: Thrust
  readonly reach: Reach
}

/** Returns a function that gives states in GCRF, integrated from one state; each direction of time is integrated once, when it is first needed. */
export function integratedMotion(start: OrbitState, { forces, thrust, reach }: Course): (epoch: Epoch) => Motion {
  const arcs = new Map<1 | -1, Orbit | string>()
  const arcOf = (direction: 1 | -1): Orbit | string => {
    const known = arcs.get(direction)
    if (known !== undefined) return known
    const isAhead = (epoch: Epoch) => secondsBetween(start.epoch, epoch) >= 0 === (direction === 1)
    const impulses = thrust.impulses.filter(({ epoch }) => isAhead(epoch))
    const burns = thrust.burns.filter((burn) => isAhead(burn.start))
    const until = direction === 1 ? reach.last : reach.first
    const orbit = propagateOrbit(start, { forces, impulses, burns, until })
    const arc = orbit.ok ? orbit : orbit.reason
    arcs.set(direction, arc)
    return arc
  }
  return (epoch) => {
    const seconds = secondsBetween(start.epoch, epoch)
    if (seconds === 0) return { ok: true, r: start.r, v: start.v }
    try {
      const arc = arcOf(seconds < 0 ? -1 : 1)
      return typeof arc === 'string' ? { ok: false, reason: arc } : { ok: true, ...pick(arc.stateAt(epoch)) }
    } catch (error) {
      if (error instanceof RangeError) return { ok: false, reason: error.message }
      throw error
    }
  }
}

function pick({ r, v }: OrbitState): Pick<OrbitState, 'r' | 'v'> {
  return { r, v }
}
