/** A value at each crossing of a grid; rows from below, columns from the left. */
export type Grid = readonly (readonly (number | undefined)[])[]
/** A piece of a contour in cells of the grid. */
export type Piece = readonly [x1: number, y1: number, x2: number, y2: number]

/**
 * Returns the line where a grid passes a level, as pieces from cell border to cell border (marching squares); a saddle gets a piece at each
 * of two corners. Cells with a missing value have no pieces.
 */
export function contourOf(grid: Grid, level: number): readonly Piece[] {
  const pieces: Piece[] = []
  for (let row = 0; row + 1 < grid.length; row += 1) {
    const columns = grid[row]?.length ?? 0
    for (let column = 0; column + 1 < columns; column += 1) pieces.push(...cellOf(grid, level, [column, row]))
  }
  return pieces
}

function cellOf(grid: Grid, level: number, [column, row]: readonly [number, number]): Piece[] {
  const at = (x: number, y: number) => grid[row + y]?.[column + x]
  const [a, b, c, d] = [at(0, 0), at(1, 0), at(1, 1), at(0, 1)]
  if (a === undefined || b === undefined || c === undefined || d === undefined) return []
  const crossings = [
    cross(a, b, level, (share) => [column + share, row]),
    cross(b, c, level, (share) => [column + 1, row + share]),
    cross(d, c, level, (share) => [column + share, row + 1]),
    cross(a, d, level, (share) => [column, row + share]),
  ].filter((point) => point !== undefined)
  const pieces: Piece[] = []
  for (let i = 0; i + 1 < crossings.length; i += 2) {
    const [from, to] = [crossings[i], crossings[i + 1]]
    if (from && to) pieces.push([from[0], from[1], to[0], to[1]])
  }
  return pieces
}

type Point = readonly [number, number]

function cross(from: number, to: number, level: number, place: (share: number) => Point): Point | undefined {
  return from < level === to < level ? undefined : place((level - from) / (to - from))
}
