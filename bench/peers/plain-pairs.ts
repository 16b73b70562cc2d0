import { type Bins, SHELLS } from './plain-bins.ts'
import { HALF_S, type PlainStates } from './plain-states.ts'

/** Bands and cells are finer by this factor than the largest angle by which two objects approach each other. */
const FINER = 2
/** A shell with fewer objects than this has one cell. */
const FEW = 40
const MOST_BANDS = 96
const MOST_CELLS = 2 * MOST_BANDS

/**
 * Called with a pair that may meet: the indices of its objects, the time at which their straight lines are nearest (s from the centre of the window),
 * and their relative speed.
 */
export type OnNear = (one: number, other: number, seconds: number, speedKmps: number) => void

/** The straight lines may be nearest slightly outside of the window although the pair itself is nearest inside. */
const LOOK_S = 1.002 * HALF_S + 0.3
/** An object has an entry in each shell that it touches; this many entries are reserved for each object. */
const ENTRIES_PER_OBJECT = 12

/** Makes a finder that takes one window after the other and finds the pairs whose straight lines come nearer than `nearKm`. */
export function makePairFinder(count: number, nearKm: number) {
  const cells = makeCells()
  const room = ENTRIES_PER_OBJECT * count
  const column = () => new Float64Array(room)
  const entries = { x: column(), y: column(), z: column(), vx: column(), vy: column(), vz: column() }
  const placed = { place: new Int32Array(room), cell: new Int32Array(room), longitude: column(), height: column() }
  return {
    find: (states: PlainStates, bins: Bins, onNear: OnNear): void => {
      cutCells(cells, bins, nearKm)
      sortIn(cells, bins, { states, entries, placed })
      const { place } = placed
      const { firstShell } = bins
      let shell = 0
      const onHit = (a: number, b: number, seconds: number, speed: number) => {
        const [one, other] = [place[a] as number, place[b] as number]
        // A pair is reported only in the lowest shell that both touch, and so only once.
        if (Math.max(firstShell[one] as number, firstShell[other] as number) === shell)
          onNear(one, other, seconds, speed)
      }
      const testRun = makeTest(entries, nearKm, onHit)
      for (shell = 0; shell < SHELLS; shell += 1) {
        const from = cells.firstBand[shell] as number
        const width = cells.width[shell] as number
        const bands = cells.bands[shell] as number
        for (let band = 0; band < bands; band += 1) pairUpBand(cells, placed, { from, band, bands, width, testRun })
      }
    },
  }
}

type Entries = PlainStates
interface PlacedObjects {
  readonly place: Int32Array
  readonly cell: Int32Array
  readonly longitude: Float64Array
  readonly height: Float64Array
}
interface Sorting {
  readonly states: PlainStates
  readonly entries: Entries
  readonly placed: PlacedObjects
}

/** Copies each object into each shell that it touches, sorted by cell: a counting sort. */
function sortIn(cells: Cells, bins: Bins, { states, entries, placed }: Sorting): void {
  const { begins } = cells
  begins.fill(0, 0, cells.total + 1)
  let entry = 0
  forEntries(cells, bins, (_, cell) => {
    placed.cell[entry] = cell
    entry += 1
    begins[cell] = (begins[cell] as number) + 1
  })
  if (entry > placed.place.length) throw new RangeError('the objects touch too many shells')
  let sum = 0
  for (let cell = 0; cell <= cells.total; cell += 1) {
    sum += begins[cell] as number
    begins[cell] = sum
  }
  // Entries are placed from the last to the first, so that the counter of each cell's end becomes its beginning.
  entry = 0
  forEntries(cells, bins, (k) => {
    const cell = placed.cell[entry] as number
    entry += 1
    const at = (begins[cell] as number) - 1
    begins[cell] = at
    placed.place[at] = k
    placed.longitude[at] = bins.longitude[k] as number
    placed.height[at] = bins.height[k] as number
    entries.x[at] = states.x[k] as number
    entries.y[at] = states.y[k] as number
    entries.z[at] = states.z[k] as number
    entries.vx[at] = states.vx[k] as number
    entries.vy[at] = states.vy[k] as number
    entries.vz[at] = states.vz[k] as number
  })
}

function forEntries(cells: Cells, bins: Bins, onEntry: (k: number, cell: number) => void): void {
  for (let k = 0; k < bins.firstShell.length; k += 1) {
    const part = ((bins.height[k] as number) + 1) / 2
    const turn = (bins.longitude[k] as number) / (2 * Math.PI)
    for (let shell = bins.firstShell[k] as number; shell <= (bins.lastShell[k] as number); shell += 1) {
      const bands = cells.bands[shell] as number
      if (bands === 0) continue
      const band = (cells.firstBand[shell] as number) + Math.min(bands - 1, Math.floor(part * bands))
      const count = cells.cells[band] as number
      onEntry(k, (cells.firstCell[band] as number) + Math.min(count - 1, Math.floor(turn * count)))
    }
  }
}

type TestRun = (a: number, from: number, to: number) => void
interface Band {
  /** The index of the shell's first band, and the number of this band in the shell. */
  readonly from: number
  readonly band: number
  readonly bands: number
  readonly width: number
  readonly testRun: TestRun
}

/** Tests each entry of a band against the entries that follow it in the band, and against nearby entries of the bands above. */
function pairUpBand(cells: Cells, placed: PlacedObjects, { from, band, bands, width, testRun }: Band): void {
  const own = from + band
  const reach = cells.reach[own] as number
  const first = cells.firstCell[own] as number
  const count = cells.cells[own] as number
  const perRad = count / (2 * Math.PI)
  const bandEnd = cells.begins[first + count] as number
  const bandBegin = cells.begins[first] as number
  const isRound = 2 * reach * perRad + 2 >= count
  for (let a = bandBegin; a < bandEnd; a += 1) {
    const longitude = placed.longitude[a] as number
    const last = Math.floor((longitude + reach) * perRad)
    if (isRound) testRun(a, a + 1, bandEnd)
    else if (last < count) testRun(a, a + 1, cells.begins[first + last + 1] as number)
    else {
      testRun(a, a + 1, bandEnd)
      testRun(a, bandBegin, cells.begins[first + last - count + 1] as number)
    }
    const top = Math.min(bands - 1, Math.floor((((placed.height[a] as number) + width + 1) / 2) * bands))
    for (let above = band + 1; above <= top; above += 1)
      testAround(cells, from + above, { a, longitude, reach, testRun })
  }
}

interface Around {
  readonly a: number
  readonly longitude: number
  readonly reach: number
  readonly testRun: TestRun
}

/** Tests an entry against the entries of another band that are near it in longitude. */
function testAround(cells: Cells, band: number, { a, longitude, reach, testRun }: Around): void {
  const { begins } = cells
  const first = cells.firstCell[band] as number
  const count = cells.cells[band] as number
  const perRad = count / (2 * Math.PI)
  const low = Math.floor((longitude - reach) * perRad)
  const high = Math.floor((longitude + reach) * perRad)
  const end = first + count
  if (high - low + 1 >= count) testRun(a, begins[first] as number, begins[end] as number)
  else if (low < 0) {
    testRun(a, begins[first] as number, begins[first + high + 1] as number)
    testRun(a, begins[end + low] as number, begins[end] as number)
  } else if (high >= count) {
    testRun(a, begins[first + low] as number, begins[end] as number)
    testRun(a, begins[first] as number, begins[first + high - count + 1] as number)
  } else testRun(a, begins[first + low] as number, begins[first + high + 1] as number)
}

/** Returns a test of one entry against a run of other entries: whether their straight lines approach each other within the window. */
function makeTest({ x, y, z, vx, vy, vz }: Entries, nearKm: number, onHit: OnNear): TestRun {
  const near2 = nearKm * nearKm
  return (a, from, to) => {
    const [ax, ay, az] = [x[a] as number, y[a] as number, z[a] as number]
    const [bx, by, bz] = [vx[a] as number, vy[a] as number, vz[a] as number]
    for (let b = from; b < to; b += 1) {
      const dx = (x[b] as number) - ax
      const dy = (y[b] as number) - ay
      const dz = (z[b] as number) - az
      const wx = (vx[b] as number) - bx
      const wy = (vy[b] as number) - by
      const wz = (vz[b] as number) - bz
      const dw = dx * wx + dy * wy + dz * wz
      const dd = dx * dx + dy * dy + dz * dz
      const ww = wx * wx + wy * wy + wz * wz
      // This test needs no division and shows for most pairs that they never come near.
      if ((dd - near2) * ww > dw * dw) continue
      const seconds = ww > 0 ? Math.max(-LOOK_S, Math.min(LOOK_S, -dw / ww)) : 0
      if (dd + seconds * (2 * dw + seconds * ww) < near2) onHit(a, b, seconds, Math.sqrt(ww))
    }
  }
}

/** The directions of each shell, cut into bands of z/r, and each band into cells of longitude. */
interface Cells {
  /** The first band of each shell, and its number of bands; 0 if the shell has fewer than two objects. */
  readonly firstBand: Int32Array
  readonly bands: Int32Array
  /** The largest distance, in z/r or as a chord between directions, of two objects of the shell that meet in the window. */
  readonly width: Float64Array
  /** The first cell of each band, its number of cells, and the distance in longitude, rad, up to which the band is searched. */
  readonly firstCell: Int32Array
  readonly cells: Int32Array
  readonly reach: Float64Array
  /** The index of each cell's first entry; a cell ends where the next one begins. */
  readonly begins: Int32Array
  /** The number of cells. */
  total: number
}

function makeCells(): Cells {
  return {
    firstBand: new Int32Array(SHELLS),
    bands: new Int32Array(SHELLS),
    width: new Float64Array(SHELLS),
    firstCell: new Int32Array(SHELLS * MOST_BANDS),
    cells: new Int32Array(SHELLS * MOST_BANDS),
    reach: new Float64Array(SHELLS * MOST_BANDS),
    begins: new Int32Array(SHELLS * MOST_BANDS * MOST_CELLS + 1),
    total: 0,
  }
}

/** Cuts all shells into bands and cells for one window. */
function cutCells(cells: Cells, bins: Bins, nearKm: number): void {
  let [nextBand, nextCell] = [0, 0]
  for (let shell = 0; shell < SHELLS; shell += 1) {
    const members = bins.members[shell] as number
    const width = 2 * (bins.turn[shell] as number) + nearKm / (bins.radius[shell] as number)
    const isWhole = members < FEW || width > 1
    const bands = members < 2 ? 0 : isWhole ? 1 : Math.min(MOST_BANDS, Math.floor((2 * FINER) / width))
    cells.firstBand[shell] = nextBand
    cells.bands[shell] = bands
    cells.width[shell] = width
    for (let band = 0; band < bands; band += 1) {
      const reach = isWhole ? Math.PI : reachOf(width, band, bands)
      const count = reach > 1.5 ? 1 : Math.min(MOST_CELLS, Math.floor((2 * Math.PI * FINER) / reach))
      cells.firstCell[nextBand] = nextCell
      cells.cells[nextBand] = count
      cells.reach[nextBand] = reach
      nextBand += 1
      nextCell += count
    }
  }
  cells.total = nextCell
}

/**
 * Returns the largest difference in longitude between a direction in this band and one in it or in the bands above, if the chord between them is
 * shorter than `width`: sin(Δλ/2) ≤ width / 2ρ, where ρ is the smallest distance of these bands from the axis.
 */
function reachOf(width: number, band: number, bands: number): number {
  const low = (2 * band) / bands - 1
  const high = Math.min(1, (2 * (band + 1)) / bands - 1 + width)
  const rho = Math.sqrt(Math.max(0, 1 - Math.max(low * low, high * high)))
  return width < 1.4 * rho ? 2 * Math.asin(width / (2 * rho)) : Math.PI
}
