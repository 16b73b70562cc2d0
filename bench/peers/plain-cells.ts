import { type Bins, SHELLS } from './plain-bins.ts'

/** Bands and cells are this many times finer than the largest turn of two objects towards each other. */
const FINER = 2
/** Shells with fewer objects than this are one cell. */
const FEW = 40
const MOST_BANDS = 96
const MOST_CELLS = 2 * MOST_BANDS

/** The directions of each shell, cut into bands of z/r, and these into cells of longitude. */
export interface Cells {
  /** The first band of each shell, and its number of bands; 0 if there are fewer than two objects. */
  readonly firstBand: Int32Array
  readonly bands: Int32Array
  /** The largest distance, in z/r or as a chord of directions, of two objects of the shell that meet in the window. */
  readonly width: Float64Array
  /** The first cell of each band, its number of cells, and the distance in longitude to search from it, rad. */
  readonly firstCell: Int32Array
  readonly cells: Int32Array
  readonly reach: Float64Array
  /** The beginning of the entries of each cell; those of the last one end where the one after it begins. */
  readonly begins: Int32Array
  /** The number of cells. */
  total: number
}

export function makeCells(): Cells {
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

/** Cuts all shells for one window. */
export function cutCells(cells: Cells, bins: Bins, nearKm: number): void {
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
 * Returns the largest difference in longitude of a direction in this band from one in it or in the bands above that is
 * less than a chord of `width` away: sin(Δλ/2) ≤ width / 2ρ, where ρ is the least distance of these bands from the axis.
 */
function reachOf(width: number, band: number, bands: number): number {
  const low = (2 * band) / bands - 1
  const high = Math.min(1, (2 * (band + 1)) / bands - 1 + width)
  const rho = Math.sqrt(Math.max(0, 1 - Math.max(low * low, high * high)))
  return width < 1.4 * rho ? 2 * Math.asin(width / (2 * rho)) : Math.PI
}
