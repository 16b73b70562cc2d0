import { crc32, inflateSync } from 'node:zlib'

export type Shade = { readonly colour: string; readonly opacity: number }
export type ReadPicture = { readonly width: number; readonly height: number; at(column: number, row: number): Shade }

/** Reads a PNG with indexed colour whose rows have no filter; throws on a wrong checksum or another kind of PNG. */
export function readPng(file: Buffer): ReadPicture {
  if (file.toString('latin1', 1, 4) !== 'PNG') throw new SyntaxError('no PNG')
  const parts = new Map<string, Buffer>()
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at)
    const name = file.toString('latin1', at + 4, at + 8)
    if (crc32(file.subarray(at + 4, at + 8 + length)) !== file.readUInt32BE(at + 8 + length))
      throw new SyntaxError(`check sum of ${name}`)
    parts.set(name, file.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  const part = (name: string) => parts.get(name) ?? Buffer.alloc(0)
  const head = part('IHDR')
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)]
  if (head[8] !== 8 || head[9] !== 3) throw new SyntaxError('not of indexed colour')
  const [colours, opacities, rows] = [part('PLTE'), part('tRNS'), inflateSync(part('IDAT'))]
  return {
    width,
    height,
    at(column, row) {
      if (rows[row * (width + 1)] !== 0) throw new SyntaxError('a row has a filter')
      const entry = rows[row * (width + 1) + 1 + column] ?? 0
      const colour = `#${colours.toString('hex', entry * 3, entry * 3 + 3)}`
      return { colour, opacity: (opacities[entry] ?? 255) / 255 }
    },
  }
}
