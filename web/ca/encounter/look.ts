import type { Camera } from '../../chart/three/camera.ts'
import { formatCamera, parseCamera } from '../../chart/three/camera-text.ts'

export const SIGMAS = ['1', '2', '3'] as const

/** How an encounter in space is looked at, as far as the address says it. */
export type Look = {
  readonly sigma: (typeof SIGMAS)[number]
  /** After the closest approach. */
  readonly seconds: number
  /** Undefined: from where both ellipsoids are seen whole. */
  readonly camera: Camera | undefined
}

export type LookSearch = {
  readonly sigma?: string | undefined
  readonly second?: string | undefined
  readonly camera?: string | undefined
}

/** Nothing in a picture of an encounter moves far in a microsecond. */
const PER_SECOND = 1e6

/** The look that an address says; what makes no sense counts as not said. */
export function lookOf({ sigma, second, camera }: LookSearch): Look {
  const seconds = Number(second)
  return {
    sigma: SIGMAS.find((one) => one === sigma) ?? '1',
    seconds: Number.isFinite(seconds) ? seconds : 0,
    camera: parseCamera(camera, undefined),
  }
}

/** The parameters that say a look; what is usual is left out of the address. */
export function searchOfLook({ sigma, seconds, camera }: Look): LookSearch {
  const rounded = Math.round(seconds * PER_SECOND) / PER_SECOND
  return {
    sigma: sigma === '1' ? undefined : sigma,
    second: rounded === 0 ? undefined : String(rounded),
    camera: camera && formatCamera(camera),
  }
}
