import { promisify } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import { constants, zstdCompressSync, zstdDecompress } from 'node:zlib'
import { type Ephemeris, makeEphemeris } from '@apsis/astro/ephemeris/ephemeris.ts'
import { type OrbitShape, shapeOf } from '@apsis/astro/screening/regime.ts'

const PACKED_FORMAT = 2
const decompress = promisify(zstdDecompress)
/** An orbit of three days is 1 MB, and is unpacked in one chunk: the sixteen chunks of the default size take five times as long. */
const chunkSize = 1_048_576
/** Numbers in columns do not become smaller at a higher level. */
const PACKING = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** An orbit whose states are still bytes: code that only passes them on does not read them. */
export type OrbitBytes = { readonly shape: OrbitShape; readonly segments: Uint8Array }

type PackedOrbit = OrbitBytes & { readonly format: typeof PACKED_FORMAT }

/** Packs an orbit in TEME, so that every screening reads exactly the same numbers. It is slow, so it runs in threads. */
export function packOrbit(ephemeris: Ephemeris): Uint8Array {
  const shape = shapeOf({ kind: 'ephemeris', ephemeris })
  const packed: PackedOrbit = {
    format: PACKED_FORMAT,
    shape,
    segments: serialize(ephemeris.segments.map(({ segment }) => segment)),
  }
  return zstdCompressSync(serialize(packed), PACKING)
}

/** Unpacks an orbit. It is slow, so it runs in threads. */
export async function unpackOrbit(bytes: Uint8Array): Promise<Ephemeris> {
  return makeEphemeris(deserialize((await openOrbit(bytes)).segments))
}

/** Returns the shape of an orbit, and its segments as `v8.serialize` wrote them. This takes milliseconds, even for an orbit with many states. */
export async function openOrbit(bytes: Uint8Array): Promise<OrbitBytes> {
  const packed = deserialize(await decompress(bytes, { chunkSize })) as PackedOrbit
  if (packed.format === PACKED_FORMAT) return packed
  const { format } = packed as { readonly format: unknown }
  throw new TypeError(`the orbit is packed in format ${format}, this version reads ${PACKED_FORMAT}`)
}
