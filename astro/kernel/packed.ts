import type { Sgp4Model } from '../sgp4/model.ts'
import type { Epoch } from '../time/epoch.ts'
import {
  BLOCK_LANES,
  blockLength,
  KINDS,
  type Kind,
  kindOf,
  readLane,
  type UnpackedObject,
  writeLane,
} from './blocks.ts'

/** Objects of one kind: their places in the catalogue, and their blocks one after the other. */
export interface PackedGroup {
  readonly kind: Kind
  readonly places: Uint32Array
  readonly blocks: Float64Array
}

/**
 * A catalogue as numbers only, as used by a kernel; threads can share the memory of its blocks. Models are objects on the script's heap, which
 * threads cannot share and would have to copy one by one. As numbers, 30 000 of them take about 10 MB, which all workers read.
 */
export interface PackedCatalogue {
  /** The origin of its times. */
  readonly origin: Epoch
  readonly size: number
  readonly groups: readonly PackedGroup[]
}

/**
 * Returns the models of a catalogue as numbers, with times that count from `origin`. `room` creates the arrays of their blocks. A block has 64
 * objects, field after field, each a column of 64 numbers. A stage of the theory then reads one column after the other and no more than it needs.
 */
export function packCatalogue(
  models: readonly Sgp4Model[],
  origin: Epoch,
  room = (length: number): Float64Array => new Float64Array(length),
): PackedCatalogue {
  const groups = KINDS.map((kind): PackedGroup => {
    // Objects of about the same height are next to each other, because a sweep processes them together.
    const places = Uint32Array.from(models.flatMap((model, place) => (kindOf(model) === kind ? [place] : [])))
    places.sort((a, b) => heightOf(models[a]) - heightOf(models[b]) || a - b)
    const length = blockLength(kind)
    // The last block of a kind may have lanes without an object; they are 0 and never used.
    const blocks = room(Math.ceil(places.length / BLOCK_LANES) * length)
    places.forEach((place, k) => {
      const model = models[place]
      const from = Math.floor(k / BLOCK_LANES) * length
      if (model !== undefined) writeLane(blocks.subarray(from, from + length), k % BLOCK_LANES, { model, origin })
    })
    return { kind, places, blocks }
  })
  return { origin, size: models.length, groups }
}

/** Returns the semi-major axis at the epoch, earth radii. */
function heightOf(model: Sgp4Model | undefined): number {
  return model?.near.semiMajorAxis ?? 0
}

/** The position of an object in a packed catalogue: its group, and its index in the group. */
export interface Home {
  readonly group: number
  readonly k: number
}

/** Returns, for each place in the catalogue, the group of the object and its index in the group. */
export function homesOf({ size, groups }: PackedCatalogue): Home[] {
  const homes = new Array<Home>(size)
  for (const [group, { places }] of groups.entries()) {
    for (const [k, place] of places.entries()) homes[place] = { group, k }
  }
  return homes
}

/** Returns the model of an object for the scalar code, and the minutes from the origin to its epoch. */
export function unpack({ kind, blocks }: PackedGroup, k: number, origin: Epoch): UnpackedObject {
  const length = blockLength(kind)
  const from = Math.floor(k / BLOCK_LANES) * length
  return readLane(blocks.subarray(from, from + length), k % BLOCK_LANES, { kind, origin })
}
