import { crc32, deflateSync } from 'node:zlib'
import { missing } from '@apsis/astro/missing.ts'
import { STROKES } from './strokes.data.ts'

export type Place = readonly [x: number, y: number]

type Look = { readonly colour: string; readonly widthPx: number; readonly opacity?: number }

/** The place of a text: its baseline, and x of its start, its middle or its end; its characters are six units high. */
type TextPlace = {
  readonly x: number
  readonly align: 'end' | 'middle'
  readonly foot: number
  readonly unitPx: number
}

/** A transparent picture on which strokes and discs with soft edges are drawn; a later colour covers an earlier one. */
export type Canvas = {
  line(from: Place, to: Place, look: Look): void
  /** Draws a line through points; its ends are round. */
  stroke(line: readonly Place[], look: Look): void
  disc(centre: Place, look: { readonly colour: string; readonly radiusPx: number }): void
  /** Writes a text and returns its width. Characters for which no strokes are defined are omitted. */
  write(text: string, place: TextPlace, look: Look): number
  png(): Buffer
}

type Size = { readonly width: number; readonly height: number }

/** The number of opacities of each colour, above 0. */
const DEGREES = 40
const OPAQUE = 255
/** A stroke is painted in pieces of at most this length, so that few pixels next to it have to be checked. */
const PIECE_PX = 24

/** Creates a canvas. Colours are written as `#rrggbb`; there are at most six. */
export function createCanvas({ width, height }: Size, colours: readonly string[]): Canvas {
  const points = new Uint8Array(width * height)
  /** Paints the pixels within half the width of a line; a pixel on the edge is as opaque as the part of it inside the line. */
  const paint = ([x1, y1]: Place, [x2, y2]: Place, { colour, widthPx, opacity = 1 }: Look) => {
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
  const line = (from: Place, to: Place, look: Look) => {
    for (const [begin, end] of piecesOf(from, to)) paint(begin, end, look)
  }
  const stroke = (places: readonly Place[], look: Look) => {
    for (const [index, to] of places.entries()) {
      const from = places[index - 1]
      if (from !== undefined) line(from, to, look)
    }
  }
  return {
    line,
    stroke,
    disc(centre, { colour, radiusPx }) {
      paint(centre, centre, { colour, widthPx: 2 * radiusPx })
    },
    write(text, place, look) {
      const { strokes, widthPx } = lettersOf(text, place)
      for (const places of strokes) stroke(places, look)
      return widthPx
    },
    png: () => pngOf({ width, height, points, palette: paletteOf(colours) }),
  }
}

/**
 * Returns true if a later stroke replaces an earlier one at a pixel: the later one is at least as opaque there, or at
 * least half opaque.
 */
const covers = (degree: number, before: number): boolean =>
  degree > 0 && (before === 0 || degree >= DEGREES / 2 || degree > (before - 1) % DEGREES)

function piecesOf([x1, y1]: Place, [x2, y2]: Place): [Place, Place][] {
  const count = Math.max(1, Math.ceil(Math.hypot(x2 - x1, y2 - y1) / PIECE_PX))
  const at = (piece: number): Place => [x1 + ((x2 - x1) * piece) / count, y1 + ((y2 - y1) * piece) / count]
  return Array.from({ length: count }, (_, piece) => [at(piece), at(piece + 1)])
}

/** Returns the palette: a transparent entry, then each colour with all its opacities. */
function paletteOf(colours: readonly string[]): PalettePicture['palette'] {
  const shades = colours.flatMap((colour) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
    return Array.from({ length: DEGREES }, (_, degree) => {
      return [red, green, blue, Math.round(((degree + 1) / DEGREES) * OPAQUE)] as const
    })
  })
  return [[0, 0, 0, 0], ...shades]
}

const GAP_UNITS = 2
const HEIGHT_UNITS = 6

/** Returns the strokes of a text and its width. */
function lettersOf(text: string, { x, align, foot, unitPx }: TextPlace) {
  const letters = [...text].map((one) => STROKES[one])
  const widths = letters.map((letter) => (letter?.width ?? 0) + GAP_UNITS)
  const widthPx = (widths.reduce((all, width) => all + width, 0) - GAP_UNITS) * unitPx
  const right = align === 'end' ? x : x + widthPx / 2
  const strokes = letters.flatMap((letter, nth) => {
    const from = right - widthPx + widths.slice(0, nth).reduce((all, width) => all + width, 0) * unitPx
    return (letter?.strokes ?? []).map((stroke) =>
      stroke.split(' ').map((place): Place => {
        const [across = 0, down = 0] = place.split(',').map(Number)
        return [from + across * unitPx, foot - (HEIGHT_UNITS - down) * unitPx]
      }),
    )
  })
  return { strokes, widthPx }
}

/** A picture whose pixels are entries of a palette. */
type PalettePicture = {
  readonly width: number
  readonly height: number
  /** The entry of the palette for each pixel, row by row from the top. */
  readonly points: Uint8Array
  /** Red, green, blue and opacity, from 0 to 255; at most 256 entries. */
  readonly palette: readonly (readonly [red: number, green: number, blue: number, opacity: number])[]
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const BITS_PER_POINT = 8
const INDEXED_COLOUR = 3

/** Returns a picture as a PNG file: indexed colour with opacity (PNG, third edition, W3C 2025, §5 and §11). */
function pngOf({ width, height, points, palette }: PalettePicture): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = BITS_PER_POINT
  head[9] = INDEXED_COLOUR
  // Each row begins with the number of its filter; 0 means no filter.
  const rows = Buffer.alloc((width + 1) * height)
  for (let row = 0; row < height; row++)
    rows.set(points.subarray(row * width, (row + 1) * width), row * (width + 1) + 1)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette.flatMap((shade) => shade.slice(0, 3)))),
    chunk('tRNS', Buffer.from(palette.map(([, , , opacity]) => opacity))),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Returns a chunk of the file: its length, its name, its content, and a checksum of name and content. */
function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
