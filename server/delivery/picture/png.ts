import { crc32, deflateSync } from 'node:zlib'

/** A picture whose points are entries of a palette. */
export type PalettePicture = {
  readonly width: number
  readonly height: number
  /** Row by row from the top, an entry of the palette for each point. */
  readonly points: Uint8Array
  /** Red, green, blue and opacity, 0 to 255 each; at most 256 entries. */
  readonly palette: readonly (readonly [red: number, green: number, blue: number, opacity: number])[]
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const BITS_PER_POINT = 8
const INDEXED_COLOUR = 3

/** A picture as a file: Portable Network Graphics, indexed colour with opacity (PNG, third edition, W3C 2025, §5 and §11). */
export function pngOf({ width, height, points, palette }: PalettePicture): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = BITS_PER_POINT
  head[9] = INDEXED_COLOUR
  // Each row begins with the number of its filter; 0 is none.
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

/** A part of the file: its length, its name, what it holds, and a check sum over name and content. */
function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
