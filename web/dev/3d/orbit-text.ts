import { GM_EARTH } from '@apsis/astro/constants.ts'
import { type CartesianState, type KeplerianElements, toCartesian, toKeplerian } from '@apsis/astro/orbit/elements.ts'
import { degToRad } from '@apsis/astro/units.ts'

/** An orbit that was typed in: its state, and the Kepler orbit through it. */
export type TypedOrbit = {
  readonly name: string
  readonly state: CartesianState
  readonly elements: KeplerianElements
}
export type Mistake = {
  /** The number of the line, counted from 1. */
  readonly line: number
  readonly what: 'form' | 'number' | 'noOrbit' | 'many'
  readonly detail: string
}
export type TypedOrbits = { readonly orbits: readonly TypedOrbit[]; readonly mistakes: readonly Mistake[] }

const MOST_ORBITS = 20

/**
 * Reads orbits, one per line: `NAME state x y z vx vy vz` in m and m/s, or `NAME kepler a e i Ω ω ν` in m and degrees. The frame is
 * inertial, with z along the axis of the Earth. A line that cannot be read is reported, and the rest is drawn.
 */
export function parseOrbits(text: string): TypedOrbits {
  const orbits: TypedOrbit[] = []
  const mistakes: Mistake[] = []
  for (const [place, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const read = orbits.length < MOST_ORBITS ? parseLine(line) : { what: 'many' as const, detail: String(MOST_ORBITS) }
    if ('what' in read) mistakes.push({ line: place + 1, ...read })
    else orbits.push(read)
  }
  return { orbits, mistakes }
}

function parseLine(line: string): TypedOrbit | Omit<Mistake, 'line'> {
  const [name = '', kind = '', ...words] = line.trim().split(/[\s,;]+/)
  if (!['state', 'kepler'].includes(kind) || words.length !== 6) return { what: 'form', detail: line.trim() }
  const wrong = words.find((word) => word === '' || !Number.isFinite(Number(word)))
  if (wrong !== undefined) return { what: 'number', detail: wrong }
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = words.map(Number)
  try {
    if (kind === 'state') {
      const state: CartesianState = { r: [a, b, c], v: [d, e, f] }
      return { name, state, elements: toKeplerian(state, GM_EARTH) }
    }
    const elements = {
      semiMajorAxisM: a,
      eccentricity: b,
      incRad: degToRad(c),
      raanRad: degToRad(d),
      argPeriapsisRad: degToRad(e),
      trueAnomalyRad: degToRad(f),
    }
    return { name, elements, state: toCartesian(elements, GM_EARTH) }
  } catch (failure) {
    if (failure instanceof RangeError) return { what: 'noOrbit', detail: failure.message }
    throw failure
  }
}
