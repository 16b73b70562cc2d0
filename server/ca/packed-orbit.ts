import { promisify } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import { zstdCompressSync, zstdDecompress } from 'node:zlib'
import { type Ephemeris, type EphemerisSegment, makeEphemeris } from '@apsis/astro/ephemeris/ephemeris.ts'

const FORMAT = 1
const decompress = promisify(zstdDecompress)

type Packed = { readonly format: typeof FORMAT; readonly segments: readonly EphemerisSegment[] }

/** The bytes of an orbit in TEME, from which every screening has exactly the same numbers. Slow: for threads. */
export function packOrbit(segments: readonly EphemerisSegment[]): Uint8Array {
  return zstdCompressSync(serialize({ format: FORMAT, segments } satisfies Packed))
}

/** The orbit of its bytes. */
export async function unpackOrbit(bytes: Uint8Array): Promise<Ephemeris> {
  const { format, segments } = deserialize(await decompress(bytes)) as Packed
  if (format !== FORMAT) throw new TypeError(`the orbit is packed in format ${format}, this version reads ${FORMAT}`)
  return makeEphemeris(segments)
}
