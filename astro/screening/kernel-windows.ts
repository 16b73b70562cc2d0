import type { SweepObjects, WildSamples } from './sweep-objects.ts'

/** Of a shell at least; thicker ones where the threshold is larger. */
const SHELL_M = 15_000
/** Bytes of a row of the kernel (plan.ts there): position, velocity, least and largest radius. */
const ROW_BYTES = 32
const FOUND_BYTES = 16
const PLANES = 6
/** Of a span: an object that is not bounded in this window. */
const NOWHERE = 0xff_ff_ff_ff
/** Bit of an object that is not part of the grid. */
const ONLY_PROBES = 8
/** Rounding of the kernel's times, s, and as a part of them. */
const TIME_SLACK_S = 1e-3
const TIME_SLACK = 1e-6
// What a tame object does within half a step of the grid and in half a window beside a straight line, at most, m.
const FASTEST_MPS = 11_500
const DEEPEST_FALL_M = 18_000
const STEP_S = 10

/** A pair that may meet: rows, and between which seconds from the centre of the window. */
export interface FoundPair {
  readonly one: number
  readonly other: number
  readonly fromS: number
  readonly toS: number
}

/** The windows of a sweep, one after the other, in the memory of the kernel. */
export interface Windows {
  /** Before the first advance to a window. */
  begin(index: number): void
  /** Screens a window, the one after the last; how many pairs may meet in it. */
  advance(index: number): number
  /** The pairs of the window. */
  pairs(count: number): (k: number) => FoundPair
  /** The rows of the objects that are not bounded in the window. */
  wild(): number[]
  /** The rows of the bounded objects that may meet one that is not. */
  near(wild: WildSamples): number[]
  placeOf(row: number): number
}

interface Frame {
  readonly address: number
  /** One byte for each object: 0 where it has left the path that the bounds are made for. */
  readonly tame: number
}

/** Lays out a sweep in the memory of the kernel of a catalogue; it stays there as long as the catalogue. */
export function openWindows(objects: SweepObjects, thresholdM: number, halfS: number): Windows {
  const { catalogue, others } = objects
  const { kernel, memory } = catalogue
  const count = catalogue.size + others.length
  // The kernel reads four objects at a time, and groups end within pairs.
  const planeBytes = Math.ceil((count + 8) / 8) * 64
  const makeFrame = (): Frame => ({ address: memory.reserve(PLANES * planeBytes), tame: memory.reserve(count + 8) })
  let [now, then] = [makeFrame(), makeFrame()]
  const room = { entries: 3 * count + 4096, probes: count + 4096, found: 65_536 }
  const open = () => openSweep(objects, { thresholdM, halfS, count, room })
  const placeOf = (row: number) => (row < catalogue.size ? (catalogue.order[row] ?? -1) : row)
  open()
  const fill = (frame: Frame, index: number) => {
    const seconds = (2 * index + 1) * halfS
    catalogue.writeAll(seconds / 60, frame.address, planeBytes)
    new Uint8Array(memory.buffer(), frame.tame, count).fill(1)
    others.forEach((stateAt, k) => {
      const place = catalogue.size + k
      const { fromS, toS } = objects.spans.get(place) ?? { fromS: -Infinity, toS: Infinity }
      const state = seconds >= fromS && seconds <= toS ? stateAt(seconds) : undefined
      const numbers = state?.ok ? [...state.r, ...state.v] : Array(PLANES).fill(Number.NaN)
      numbers.forEach((value, plane) => {
        memory.view(frame.address + plane * planeBytes + place * 8, 1)[0] = value
      })
    })
  }
  const screen = (): number => kernel.screenWindow(now.address, then.address, planeBytes, now.tame, then.tame)
  const rows = () => new Float32Array(memory.buffer(), kernel.rowsAt(), (count * ROW_BYTES) / 4)
  const spans = () => new Uint32Array(memory.buffer(), kernel.spansAt(), count)
  return {
    placeOf,
    begin: (index) => {
      if (index > 0) fill(then, index - 1)
      ;[now, then] = [then, now]
      fill(then, index)
      // Who strays on the way to the first window is wild in it.
      if (index > 0) screen()
    },
    advance: (index) => {
      ;[now, then] = [then, now]
      fill(then, index + 1)
      let found = screen()
      while (found < 0) {
        if (found === -1) room.found *= 2
        else [room.entries, room.probes] = [2 * room.entries, 2 * room.probes]
        open()
        found = screen()
      }
      return found
    },
    pairs: (found) => {
      const integers = new Uint32Array(memory.buffer(), kernel.foundAt(), (found * FOUND_BYTES) / 4)
      const singles = new Float32Array(memory.buffer(), kernel.foundAt(), (found * FOUND_BYTES) / 4)
      return (k) => {
        const [time = 0, within = 0] = singles.subarray(4 * k + 2, 4 * k + 4)
        const slack = within + TIME_SLACK_S + TIME_SLACK * (Math.abs(time) + within)
        return { one: integers[4 * k] ?? 0, other: integers[4 * k + 1] ?? 0, fromS: time - slack, toS: time + slack }
      }
    },
    wild: () => {
      const found: number[] = []
      spans().forEach((span, row) => {
        if (span === NOWHERE) found.push(row)
      })
      return found
    },
    near: (wild) => nearWild(rows(), spans(), { wild, thresholdM }),
  }
}

interface Room {
  readonly entries: number
  readonly probes: number
  readonly found: number
}

function openSweep(
  { catalogue, sets, groups, allowed }: SweepObjects,
  { thresholdM, halfS, count, room }: { thresholdM: number; halfS: number; count: number; room: Room },
): void {
  const { kernel, memory } = catalogue
  // Nothing is written before there is memory for it.
  const bytes = kernel.openSweep(0, count, room.entries, room.probes, room.found)
  kernel.openSweep(memory.reserve(bytes), count, room.entries, room.probes, room.found)
  const gridded = griddedSets(sets, allowed)
  const others = [...allowed.keys()].filter((set) => !gridded.has(set))
  const isMet = others.some((set) => others.some((other) => (((allowed[set] ?? 0) >> other) & 1) === 1))
  kernel.setSweep(halfS, thresholdM, Math.max(SHELL_M, thresholdM), isMet ? 1 : 0)
  const kinds = new Uint8Array(memory.buffer(), kernel.kindsAt(), count)
  const groupOf = new Int32Array(memory.buffer(), kernel.groupsAt(), count)
  new Uint8Array(memory.buffer(), kernel.allowedAt(), 8).set(allowed)
  for (let row = 0; row < count; row += 1) {
    const place = row < catalogue.size ? (catalogue.order[row] ?? 0) : row
    const set = sets[place] ?? 0
    kinds[row] = set | (gridded.has(set) ? 0 : ONLY_PROBES)
    groupOf[row] = groups[place] ?? 0
  }
}

/**
 * Which sets make the grid, whose objects are all compared with each other: those that are compared with themselves, and
 * the largest where none is. The others are compared with the grid one by one.
 */
function griddedSets(sets: Uint8Array, allowed: Uint8Array): Set<number> {
  const itself = [...allowed.keys()].filter((set) => (((allowed[set] ?? 0) >> set) & 1) === 1)
  if (itself.length > 0) return new Set(itself)
  const sizes = new Map<number, number>()
  for (const set of sets) sizes.set(set, (sizes.get(set) ?? 0) + 1)
  const [largest] = [...sizes].sort(([, a], [, b]) => b - a)
  return new Set(largest === undefined ? [] : [largest[0]])
}

/**
 * The rows of the bounded objects whose straight lines are near a wild object at a time of the grid: no further than the
 * threshold, the largest step of the wild one, and what both do in half a step and beside the line.
 */
function nearWild(
  rows: Float32Array,
  spans: Uint32Array,
  { wild, thresholdM }: { readonly wild: WildSamples; readonly thresholdM: number },
): number[] {
  const { samples } = wild
  const radii = samples.map(({ r }) => Math.hypot(...r))
  const steps = samples
    .slice(1)
    .map(({ r }, k) => Math.hypot(...r.map((value, axis) => value - (samples[k]?.r[axis] ?? 0))))
  const step = Math.max(0, ...steps)
  const [least, most] = [Math.min(...radii) - step - thresholdM, Math.max(...radii) + step + thresholdM]
  const reach = thresholdM + step + FASTEST_MPS * (STEP_S / 2) + DEEPEST_FALL_M
  const near: number[] = []
  for (let row = 0; row < spans.length; row += 1) {
    const at = 8 * row
    if (spans[row] === NOWHERE || (rows[at + 6] ?? 0) > most || (rows[at + 7] ?? 0) < least) continue
    const isNear = samples.some(({ seconds, r: [x, y, z] }) => {
      const dx = (rows[at] ?? 0) + (rows[at + 3] ?? 0) * seconds - x
      const dy = (rows[at + 1] ?? 0) + (rows[at + 4] ?? 0) * seconds - y
      const dz = (rows[at + 2] ?? 0) + (rows[at + 5] ?? 0) * seconds - z
      return dx * dx + dy * dy + dz * dz < reach * reach
    })
    if (isNear) near.push(row)
  }
  return near
}
