import type { KernelExports } from '../engine.ts'

const PAGE_BYTES = 65_536
/** Bytes of a plane of the states of one object in a sweep, and the largest number of windows (plan.ts of the kernel). */
const TIMES_PLANE = 576
const WINDOWS = 24

/** A call of the kernel: its name and its arguments. */
export interface Call {
  readonly name: string
  readonly numbers: readonly number[]
}

/** The behaviour of a scripted kernel, where a test needs a special one. */
export interface Script {
  /** States by plane: x, y, z and their rates; NaN refuses. */
  readonly state?: (plane: number, lane: number, minutes: number) => number
  /** The results of screenWindow, window after window, then 0. */
  readonly answers?: number[]
  /** Rows of found pairs: one, other, seconds from the centre, half width. */
  readonly found?: readonly (readonly [number, number, number, number])[]
  readonly wild?: readonly number[]
  readonly listed?: readonly number[]
  /** Numbers of a row in the window: position, velocity, radii. */
  readonly row?: (object: number) => readonly number[]
}

/**
 * A replacement for the compiled kernel, which only `engine` can build: the same exports over a memory that grows, with scripted answers and a
 * list of calls. Its heap begins at an address that is not a multiple of 64.
 */
export function scriptedKernel(script: Script = {}) {
  let buffer = new ArrayBuffer(PAGE_BYTES)
  let at: Record<string, number> = {}
  const calls: Call[] = []
  const note = (name: string, ...numbers: number[]) => calls.push({ name, numbers })
  const doubles = (address: number, length: number) => new Float64Array(buffer, address, length)
  const writeStates = (count: number, minutes: (k: number) => number, out: number, plane: number): number => {
    let refused = 0
    for (let k = 0; k < count; k += 1) {
      const states = [0, 1, 2, 3, 4, 5].map((p) => script.state?.(p, k, minutes(k)) ?? 0)
      for (const [p, value] of states.entries()) doubles(out + p * plane, count)[k] = value
      if (states.some(Number.isNaN)) refused += 1
    }
    return refused
  }
  /** The arrays of a sweep in sequence, each starting in its own cache line. */
  const layOut = (base: number, count: number, found: number): number => {
    const sizes = { kinds: count, groups: 4 * count, allowed: 8, rows: 32 * count, marks: 16 * count, wild: 4 * count }
    const more = { times: 8 * (WINDOWS + 2), states: 6 * TIMES_PLANE, onPath: count, least: 4 * count, most: 4 * count }
    let next = base
    at = {}
    for (const [name, size] of Object.entries({
      ...sizes,
      ...more,
      spared: count,
      listed: 4 * count,
      found: 16 * found,
    })) {
      at[name] = next
      next += Math.ceil(size / 64) * 64 + 64
    }
    return next
  }
  const addressOf = (name: string) => () => at[name] ?? Number.NaN
  const kernel: KernelExports = {
    memory: {
      get buffer() {
        return buffer
      },
      grow: (pages) => {
        // The old buffer is detached, as on a real host, and views of it are empty.
        buffer = buffer.transfer(buffer.byteLength + pages * PAGE_BYTES)
        return 0
      },
    },
    heapStart: () => 1000,
    propagateTimes: (kind, block, lane, minutes, count, out, plane) => {
      note('propagateTimes', kind, block, lane, count)
      const times = doubles(minutes, count)
      return writeStates(count, (k) => times[k] ?? Number.NaN, out, plane)
    },
    propagateObjects: (kind, blocks, minutes, count, out, plane) => {
      note('propagateObjects', kind, blocks, minutes, count)
      return writeStates(count, () => minutes, out, plane)
    },
    openSweep: (base, count, windows, entries, probes, found) => {
      note('openSweep', base, count, windows, entries, probes, found)
      return layOut(base, count, found)
    },
    setSweep: (...numbers) => void note('setSweep', ...numbers),
    kindsAt: addressOf('kinds'),
    groupsAt: addressOf('groups'),
    allowedAt: addressOf('allowed'),
    rowsAt: addressOf('rows'),
    marksAt: addressOf('marks'),
    wildAt: () => {
      new Uint32Array(buffer, at.wild).set(script.wild ?? [])
      return at.wild ?? Number.NaN
    },
    wildCount: () => script.wild?.length ?? 0,
    timesAt: addressOf('times'),
    statesAt: addressOf('states'),
    onPathAt: addressOf('onPath'),
    foundAt: () => {
      for (const [k, [one, other, time, within]] of (script.found ?? []).entries()) {
        new Uint32Array(buffer, (at.found ?? 0) + 16 * k, 2).set([one, other])
        new Float32Array(buffer, (at.found ?? 0) + 16 * k + 8, 2).set([time, within])
      }
      return at.found ?? Number.NaN
    },
    fillObjects: (kind, _blocks, bytes, count, first, windows) => {
      note('fillObjects', kind, bytes, count, first, windows, ...doubles(at.times ?? 0, windows + 1))
    },
    fillOwn: (object, windows) => {
      note('fillOwn', object, windows, ...doubles(at.states ?? 0, windows + 1))
    },
    fillProbe: (...numbers) => void note('fillProbe', ...numbers),
    startBatch: () => void note('startBatch'),
    setExtents: (isKnown) => void note('setExtents', isKnown),
    leastAt: addressOf('least'),
    mostAt: addressOf('most'),
    sparedAt: addressOf('spared'),
    screenWindow: (window) => {
      note('screenWindow', window)
      return script.answers?.shift() ?? 0
    },
    listObjects: (...numbers) => {
      note('listObjects', ...numbers)
      new Uint32Array(buffer, at.listed).set(script.listed ?? [])
      for (const object of script.listed ?? [])
        new Float32Array(buffer, (at.rows ?? 0) + 32 * object, 8).set(script.row?.(object) ?? [])
      return script.listed?.length ?? 0
    },
    listedAt: addressOf('listed'),
  }
  const numbersOf = (name: string) => calls.filter((call) => call.name === name).map(({ numbers }) => numbers)
  return { kernel, numbersOf, calls }
}
