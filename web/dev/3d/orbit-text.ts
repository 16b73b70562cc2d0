import { GM_EARTH, SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { makeInterpolator } from '@apsis/astro/ephemeris/interpolator.ts'
import { flyJ2 } from '@apsis/astro/manoeuvre/fly-j2.ts'
import { type CartesianState, toCartesian, toKeplerian } from '@apsis/astro/orbit/elements.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { propagateSgp4 } from '@apsis/astro/sgp4/propagate.ts'
import { readTles } from '@apsis/astro/sgp4/tle-text.ts'
import { type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { degToRad } from '@apsis/astro/units.ts'
import { toTemeEphemeris } from '@apsis/ccsds/ephemeris/teme-ephemeris.ts'
import { describeFault } from '@apsis/ccsds/fault.ts'
import { readOem } from '@apsis/ccsds/oem/read-oem.ts'

/** An object that was typed in, with its state in TEME at every time for which it has one, m and m/s. */
export type TypedObject = {
  readonly name: string
  readonly source: 'set' | 'state' | 'ephemeris'
  readonly periodS: number
  readonly stateAt: (atMs: number) => CartesianState | undefined
}
export type Mistake = {
  /** The number of the line, counted from 1. */
  readonly line: number
  readonly what: 'form' | 'number' | 'noOrbit' | 'many' | 'file'
  readonly detail: string
}
export type TypedObjects = { readonly objects: readonly TypedObject[]; readonly mistakes: readonly Mistake[] }

const MOST_OBJECTS = 20
/** An orbit that does not close is drawn for this time. */
const OPEN_S = SECONDS_PER_DAY

/**
 * Reads objects. An ephemeris message (OEM) is the whole text. Otherwise there are element sets of two or three lines, and single lines: `NAME
 * state x y z vx vy vz` in m and m/s, or `NAME kepler a e i Ω ω ν` in m and degrees, in TEME at `startMs`, about the Earth with J2. A line that
 * cannot be read is reported, and the rest is drawn.
 */
export function readObjects(text: string, startMs: number): TypedObjects {
  if (/^\s*(CCSDS_OEM_VERS|<)/.test(text)) return readEphemeris(text)
  const objects: TypedObject[] = []
  const mistakes: Mistake[] = []
  const add = (line: number, found: TypedObject | Omit<Mistake, 'line'>) => {
    if ('what' in found) mistakes.push({ line, ...found })
    else if (objects.length < MOST_OBJECTS) objects.push(found)
    else mistakes.push({ line, what: 'many', detail: String(MOST_OBJECTS) })
  }
  const lines = text.split('\n').map((line) => line.trimEnd())
  let [name, nameLine] = ['', 0]
  for (let place = 0; place < lines.length; place += 1) {
    const [line = '', next = ''] = [lines[place], lines[place + 1]]
    const isOrbit = ['state', 'kepler'].includes(wordsOf(line)[1] ?? '')
    const isSet = line.startsWith('1 ') && next.startsWith('2 ')
    // A line alone is a name if an element set follows it.
    if (name !== '' && !isSet) add(nameLine, { what: 'form', detail: name })
    if (isSet) {
      add(place + 1, setOf([line, next], name))
      place += 1
    } else if (isOrbit) add(place + 1, typedOrbit(line, startMs))
    const isName = !isSet && !isOrbit && line.trim() !== ''
    ;[name, nameLine] = isName ? [line.trim(), place + 1] : ['', 0]
  }
  if (name !== '') add(nameLine, { what: 'form', detail: name })
  return { objects, mistakes }
}

const wordsOf = (line: string) => line.trim().split(/[\s,;]+/)

const epochOf = (ms: number): Epoch => parseTime(new Date(ms).toISOString())

function setOf(lines: readonly [string, string], name: string): TypedObject | Omit<Mistake, 'line'> {
  const [entry] = readTles(lines)
  if (!entry?.ok) return { what: 'noOrbit', detail: entry?.message ?? '' }
  const { elements } = entry
  try {
    const model = initSgp4(elements)
    return {
      name: name.replace(/^0 /, '') || String(elements.noradId),
      source: 'set',
      periodS: (2 * Math.PI) / elements.meanMotionRadPerS,
      stateAt: (atMs) => {
        const state = propagateSgp4(model, epochOf(atMs))
        return state.ok ? state : undefined
      },
    }
  } catch (failure) {
    if (failure instanceof RangeError) return { what: 'noOrbit', detail: failure.message }
    throw failure
  }
}

function typedOrbit(line: string, startMs: number): TypedObject | Omit<Mistake, 'line'> {
  const [name = '', kind = '', ...words] = wordsOf(line)
  if (words.length !== 6) return { what: 'form', detail: line.trim() }
  const wrong = words.find((word) => word === '' || !Number.isFinite(Number(word)))
  if (wrong !== undefined) return { what: 'number', detail: wrong }
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = words.map(Number)
  try {
    if (kind === 'state') {
      const state: CartesianState = { r: [a, b, c], v: [d, e, f] }
      return orbitFrom(name, state, startMs)
    }
    const elements = {
      semiMajorAxisM: a,
      eccentricity: b,
      incRad: degToRad(c),
      raanRad: degToRad(d),
      argPeriapsisRad: degToRad(e),
      trueAnomalyRad: degToRad(f),
    }
    return orbitFrom(name, toCartesian(elements, GM_EARTH), startMs)
  } catch (failure) {
    if (failure instanceof RangeError) return { what: 'noOrbit', detail: failure.message }
    throw failure
  }
}

function orbitFrom(name: string, state: CartesianState, startMs: number): TypedObject {
  const { semiMajorAxisM: axisM } = toKeplerian(state, GM_EARTH)
  return {
    name,
    source: 'state',
    periodS: axisM > 0 ? 2 * Math.PI * Math.sqrt(axisM ** 3 / GM_EARTH) : OPEN_S,
    stateAt: (atMs) => (atMs === startMs ? state : flyJ2(state, (atMs - startMs) / 1_000)),
  }
}

function readEphemeris(text: string): TypedObjects {
  const reading = readOem(text)
  if (!reading.ok) {
    const mistakes = reading.errors.map((fault) => ({
      line: fault.line,
      what: 'file' as const,
      detail: describeFault(fault),
    }))
    return { objects: [], mistakes }
  }
  try {
    const { segments } = reading.message
    const ephemeris = toTemeEphemeris(segments)
    const [first] = ephemeris.segments
    if (!first) return { objects: [], mistakes: [{ line: 1, what: 'file', detail: 'no states' }] }
    const stateAt = makeInterpolator(ephemeris, first.start)
    const from = stateAt(0)
    const { semiMajorAxisM: axisM } = from.ok ? toKeplerian(from, GM_EARTH) : { semiMajorAxisM: Number.NaN }
    const object: TypedObject = {
      name: segments[0]?.metadata.objectName ?? 'OEM',
      source: 'ephemeris',
      periodS: axisM > 0 ? 2 * Math.PI * Math.sqrt(axisM ** 3 / GM_EARTH) : OPEN_S,
      stateAt: (atMs) => {
        const state = stateAt(secondsBetween(first.start, epochOf(atMs)))
        return state.ok ? state : undefined
      },
    }
    return { objects: [object], mistakes: [] }
  } catch (failure) {
    // A frame that cannot be transformed to TEME.
    if (failure instanceof RangeError)
      return { objects: [], mistakes: [{ line: 1, what: 'file', detail: failure.message }] }
    throw failure
  }
}
