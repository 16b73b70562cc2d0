import { promisify } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import { zstdCompressSync, zstdDecompress } from 'node:zlib'
import { type Ephemeris, type EphemerisSegment, makeEphemeris } from '@apsis/astro/ephemeris/ephemeris.ts'
import { type OrbitShape, shapeOf } from '@apsis/astro/screening/regime.ts'

const PACKED_FORMAT = 2
/** The first format held the segments without packing them, and did not hold the shape of the orbit. */
const FIRST_PACKED_FORMAT = 1
const decompress = promisify(zstdDecompress)

type Packed =
  | { readonly format: typeof PACKED_FORMAT; readonly shape: OrbitShape; readonly segments: Uint8Array }
  | { readonly format: typeof FIRST_PACKED_FORMAT; readonly segments: readonly EphemerisSegment[] }

/** An orbit whose states are still bytes: what only passes them on does not read them. */
export type OrbitBytes = { readonly shape: OrbitShape; readonly segments: Uint8Array }

/** The bytes of an orbit in TEME, from which every screening has exactly the same numbers. Slow: for threads. */
export function packOrbit(segments: readonly EphemerisSegment[]): Uint8Array {
  return zstdCompressSync(serialize({ format: PACKED_FORMAT, ...bytesOf(segments) } satisfies Packed))
}

/** The orbit of its bytes. Slow: for threads. */
export async function unpackOrbit(bytes: Uint8Array): Promise<Ephemeris> {
  const packed = await open(bytes)
  return makeEphemeris(packed.format === FIRST_PACKED_FORMAT ? packed.segments : deserialize(packed.segments))
}

/** What an orbit is like, and its segments as `v8.serialize` wrote them: milliseconds, however many states it has. */
export async function openOrbit(bytes: Uint8Array): Promise<OrbitBytes> {
  const packed = await open(bytes)
  return packed.format === FIRST_PACKED_FORMAT ? bytesOf(packed.segments) : packed
}

function bytesOf(segments: readonly EphemerisSegment[]): OrbitBytes {
  return { shape: shapeOf({ kind: 'ephemeris', ephemeris: makeEphemeris(segments) }), segments: serialize(segments) }
}

async function open(bytes: Uint8Array): Promise<Packed> {
  const packed = deserialize(await decompress(bytes)) as Packed
  if (packed.format === PACKED_FORMAT || packed.format === FIRST_PACKED_FORMAT) return packed
  const { format } = packed as { readonly format: unknown }
  throw new TypeError(`the orbit is packed in format ${format}, this version reads ${PACKED_FORMAT}`)
}
