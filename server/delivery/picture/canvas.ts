import { missing } from '@apsis/astro/missing.ts'
import { type PalettePicture, pngOf } from './png.ts'

export type Place = readonly [x: number, y: number]

type Line = { readonly colour: string; readonly widthPx: number; readonly opacity?: number }

/** A transparent picture that is painted on: strokes and discs with soft edges, one colour over the other. */
export type Canvas = {
  /** A line through places, with round ends. */
  stroke(line: readonly Place[], look: Line): void
  disc(centre: Place, look: { readonly colour: string; readonly radiusPx: number }): void
  png(): Buffer
}

type Size = { readonly width: number; readonly height: number }

/** Degrees of opacity of each colour: 1 to so many. */
const DEGREES = 40
const OPAQUE = 255
/** A stroke is painted in pieces no longer than this, so that few points beside it are looked at. */
const PIECE_PX = 24

/** Colours are written as `#rrggbb`; there are at most six. */
export function createCanvas({ width, height }: Size, colours: readonly string[]): Canvas {
  const points = new Uint8Array(width * height)
  /** What lies within half a width of a line; points that its edge cuts are as opaque as the part that lies within. */
  const paint = ([x1, y1]: Place, [x2, y2]: Place, { colour, widthPx, opacity = 1 }: Line) => {
    const half = widthPx / 2
    const [dx, dy] = [x2 - x1, y2 - y1]
    const squared = dx * dx + dy * dy
    const first = 1 + colours.indexOf(colour) * DEGREES
    const from = {
      x: Math.max(0, Math.floor(Math.min(x1, x2) - half)),
      y: Math.max(0, Math.floor(Math.min(y1, y2) - half)),
    }
    const to = { x: Math.min(width, Math.max(x1, x2) + half + 1), y: Math.min(height, Math.max(y1, y2) + half + 1) }
    for (let row = from.y; row < to.y; row++)
      for (let column = from.x; column < to.x; column++) {
        const [x, y] = [column + 0.5, row + 0.5]
        const share = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / squared))
        const [offX, offY] = [x - x1 - share * dx, y - y1 - share * dy]
        const away = Math.sqrt(offX * offX + offY * offY)
        const degree = Math.round(Math.min(1, Math.max(0, half + 0.5 - away)) * opacity * DEGREES)
        const index = row * width + column
        if (covers(degree, points[index] ?? missing())) points[index] = first + degree - 1
      }
  }
  return {
    stroke(line, look) {
      for (const [place, to] of line.entries()) {
        const from = line[place - 1]
        if (from !== undefined) for (const [begin, end] of piecesOf(from, to)) paint(begin, end, look)
      }
    },
    disc(centre, { colour, radiusPx }) {
      paint(centre, centre, { colour, widthPx: 2 * radiusPx })
    },
    png: () => pngOf({ width, height, points, palette: paletteOf(colours) }),
  }
}

/** What is painted later covers what was there where it is at least as opaque, or at least half opaque. */
const covers = (degree: number, before: number): boolean =>
  degree > 0 && (before === 0 || degree >= DEGREES / 2 || degree > (before - 1) % DEGREES)

function piecesOf([x1, y1]: Place, [x2, y2]: Place): [Place, Place][] {
  const count = Math.max(1, Math.ceil(Math.hypot(x2 - x1, y2 - y1) / PIECE_PX))
  const at = (piece: number): Place => [x1 + ((x2 - x1) * piece) / count, y1 + ((y2 - y1) * piece) / count]
  return Array.from({ length: count }, (_, piece) => [at(piece), at(piece + 1)])
}

/** Nothing, and then each colour in all degrees. */
function paletteOf(colours: readonly string[]): PalettePicture['palette'] {
  const shades = colours.flatMap((colour) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
    return Array.from({ length: DEGREES }, (_, degree) => {
      return [red, green, blue, Math.round(((degree + 1) / DEGREES) * OPAQUE)] as const
    })
  })
  return [[0, 0, 0, 0], ...shades]
}
