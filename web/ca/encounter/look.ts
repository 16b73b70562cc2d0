import type { Camera } from '../../chart/three/camera.ts'
import { formatCamera, parseCamera } from '../../chart/three/camera-text.ts'

export const SIGMAS = ['1', '2', '3'] as const
/** The possible centres of the picture: object 1, object 2, and the middle between both at the closest approach. */
export const CENTRES = ['encounter', 'object2', 'miss'] as const
export type Centre = (typeof CENTRES)[number]
/** The arrows besides the axes: the velocities of both objects, and the direction of the Sun. */
export const ARROWS = ['velocity', 'sun'] as const
export type Arrow = (typeof ARROWS)[number]

/** The part of the view of an encounter in space that is stored in the address. */
export type Look = {
  readonly sigma: (typeof SIGMAS)[number]
  /** The seconds after the closest approach. */
  readonly seconds: number
  /** The camera; undefined for the distance from which both ellipsoids are completely visible. */
  readonly camera: Camera | undefined
  readonly arrows: readonly Arrow[]
}

export type LookSearch = {
  readonly sigma?: string | undefined
  readonly second?: string | undefined
  readonly camera?: string | undefined
  readonly arrows?: string | undefined
}

const NO_ARROWS = 'none'
/** A microsecond is precise enough, because no object in the picture moves far in it. */
const PER_SECOND = 1e6

/** Returns the view in an address; invalid values are ignored. */
export function lookOf({ sigma, second, camera, arrows }: LookSearch): Look {
  const seconds = Number(second)
  return {
    sigma: SIGMAS.find((one) => one === sigma) ?? '1',
    seconds: Number.isFinite(seconds) ? seconds : 0,
    camera: aroundKnown(parseCamera(camera, undefined)),
    arrows: arrowsOf(arrows),
  }
}

const aroundKnown = (camera: Camera | undefined) => (CENTRES.some((one) => one === camera?.target) ? camera : undefined)

function arrowsOf(text: string | undefined): readonly Arrow[] {
  if (text === NO_ARROWS) return []
  const said = ARROWS.filter((one) => text?.split(',').includes(one))
  return said.length === 0 ? ARROWS : said
}

/** Returns the parameters of a view; default values are omitted from the address. */
export function searchOfLook({ sigma, seconds, camera, arrows }: Look): LookSearch {
  const rounded = Math.round(seconds * PER_SECOND) / PER_SECOND
  return {
    sigma: sigma === '1' ? undefined : sigma,
    second: rounded === 0 ? undefined : String(rounded),
    camera: camera && formatCamera(camera),
    arrows: arrows.length === ARROWS.length ? undefined : arrows.join(',') || NO_ARROWS,
  }
}
