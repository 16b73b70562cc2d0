import type { Sgp4Model } from '../sgp4/model.ts'
import { propagateSgp4Minutes, type Sgp4State } from '../sgp4/propagate.ts'
import type { Epoch } from '../time/epoch.ts'
import { BLOCK_LANES, blockLength, KINDS, type Kind, type UnpackedObject } from './blocks.ts'
import type { KernelExports, WasmEngine } from './engine.ts'
import { type Home, homesOf, type PackedCatalogue, type PackedGroup, packCatalogue, unpack } from './packed.ts'

const BYTES = Float64Array.BYTES_PER_ELEMENT
/** The unit in which the memory of a WebAssembly module grows. */
const PAGE_BYTES = 65_536
/** x, y, z and their rates, each for all states in sequence. */
const PLANES = 6

/**
 * States as six planes, m and m/s in TEME of date: views into the memory of the kernel, valid until its next call. If there is no state, all six
 * are NaN.
 */
export interface StatePlanes {
  readonly x: Float64Array
  readonly y: Float64Array
  readonly z: Float64Array
  readonly vx: Float64Array
  readonly vy: Float64Array
  readonly vz: Float64Array
  /** The number of times or objects without a state. */
  readonly failures: number
}

/** A catalogue in the memory of a kernel. Indices (`place`) refer to the original list; minutes count from the catalogue's origin. */
export interface KernelCatalogue {
  readonly size: number
  /** Returns the states of one object at many times: lanes are times. */
  propagateTimes(place: number, minutes: Float64Array): StatePlanes
  /** Returns the states of all objects at one time, in the order of `order`: lanes are satellites. */
  propagateAll(minutes: number): StatePlanes
  /** The index in the list of each object in the planes of propagateAll: the k-th state is that of object `order[k]`. */
  readonly order: Uint32Array
  /** Returns the state of one object at one time from the scalar code, or the reason why there is none. */
  stateAt(place: number, minutes: number): Sgp4State
  /** The groups of objects that the kernel processes alike, in the order of `order`. */
  readonly groups: readonly KernelGroup[]
  /** The kernel and its memory, for code that uses it directly. */
  readonly kernel: KernelExports
  readonly memory: KernelMemory
}

/** Objects of one kind, in consecutive blocks from `address` on. */
export interface KernelGroup {
  readonly kind: Kind
  readonly address: number
  readonly places: Uint32Array
}

/**
 * Loads models into a new instance of the kernels (`bytes`, of the build that chooseKernelBuild names). Times are minutes after `origin`, SI.
 * Source: the same theory as propagateSgp4, stage by stage over 64 lanes. Accuracy: within 1 mm of propagateSgp4 over whole catalogues and all
 * verification vectors (engine/kernel.test.ts). What the kernels refuse (decay, angles beyond 1.5e6 rad, Kepler's equation next to e = 1) the
 * scalar code decides, so that both fail alike.
 */
export async function loadKernelCatalogue(
  { engine, bytes }: { readonly engine: WasmEngine; readonly bytes: Uint8Array<ArrayBuffer> },
  models: readonly Sgp4Model[],
  origin: Epoch,
): Promise<KernelCatalogue> {
  return openCatalogue(await loadKernel({ engine, bytes }), packCatalogue(models, origin))
}

/** Returns a new instance of the kernels, for one catalogue. */
export async function loadKernel({
  engine,
  bytes,
}: {
  readonly engine: WasmEngine
  readonly bytes: Uint8Array<ArrayBuffer>
}): Promise<KernelExports> {
  const { instance } = await engine.instantiate(bytes, {})
  return instance.exports as KernelExports
}

/** Opens a packed catalogue in an instance of the kernels that has no catalogue yet. */
export function openCatalogue(kernel: KernelExports, packed: PackedCatalogue): KernelCatalogue {
  const { size } = packed
  const memory = makeMemory(kernel)
  const groups = packed.groups.map((group) => loadGroup(memory, group))
  const homes = homesOf(packed)
  const order = Uint32Array.from(groups.flatMap(({ places }) => [...places]))
  // Places are indices in the caller's list; the kernel stores its objects by kind and height.
  const homeOf = (place: number): Home => {
    const home = homes[place]
    if (home === undefined) throw new RangeError(`there is no object ${place} among ${size}`)
    return home
  }
  // A model is rebuilt from its numbers when the scalar code first needs it, which is rare.
  const objects = new Array<UnpackedObject | undefined>(size)
  const stateAt = (place: number, minutes: number): Sgp4State => {
    const { group, k } = homeOf(place)
    const object = objects[place] ?? unpack(packed.groups[group] as PackedGroup, k, packed.origin)
    objects[place] = object
    return propagateSgp4Minutes(object.model, minutes - object.epochMinutes)
  }
  const roomFor = makeRooms(memory)
  return {
    size,
    order,
    stateAt,
    propagateTimes: (place, minutes) => {
      const { group, k } = homeOf(place)
      const { address, kind } = groups[group] as KernelGroup
      const block = address + Math.floor(k / BLOCK_LANES) * blockLength(kind) * BYTES
      const count = minutes.length
      // Times and states are exchanged through the kernel's memory; only the times are copied.
      const room = roomFor(count)
      room.times.set(minutes)
      const lane = k % BLOCK_LANES
      const refused = kernel.propagateTimes(group, block, lane, room.address, count, room.out, room.plane)
      return settle(room.planes, refused, (k) => stateAt(place, minutes[k] ?? Number.NaN))
    },
    propagateAll: (minutes) => {
      const room = roomFor(size)
      let refused = 0
      let from = 0
      // A group with an odd count writes one extra number, which the next group overwrites.
      groups.forEach(({ address, places }, kind) => {
        refused += kernel.propagateObjects(kind, address, minutes, places.length, room.out + from * BYTES, room.plane)
        from += places.length
      })
      return settle(room.planes, refused, (k) => stateAt(order[k] ?? -1, minutes))
    },
    groups,
    kernel,
    memory,
  }
}

/** Copies the blocks of one kind into the memory of the kernel, where they stay. */
function loadGroup(memory: KernelMemory, { kind, places, blocks }: PackedGroup): KernelGroup {
  const address = memory.reserve(blocks.length * BYTES)
  memory.view(address, blocks.length).set(blocks)
  return { kind, address, places }
}

/**
 * The memory of a kernel. It may grow with each reservation, which makes earlier views empty. A WebAssembly module has one linear memory, which
 * can grow but not shrink. When it grows, the host creates a new buffer and detaches the old one: an old view has length 0, and reads as empty.
 */
export interface KernelMemory {
  /** Allocates this many bytes and returns their address. */
  reserve(bytes: number): number
  view(address: number, length: number): Float64Array
  /** Returns the single area for temporary data, with room for this many bytes; the next caller reuses it. */
  workspace(bytes: number): number
  readonly buffer: () => ArrayBuffer
}

/**
 * Allocates the memory of an instance from its start to its end; nothing is freed before the instance is. Addresses are multiples of 64, the
 * length of a cache line, so that no row of a block crosses two of them.
 */
function makeMemory({ memory, heapStart }: KernelExports): KernelMemory {
  let next = Math.ceil(heapStart() / 64) * 64
  const reserve = (bytes: number) => {
    const address = next
    next += Math.ceil(bytes / 64) * 64
    // WebAssembly memory grows in pages of 64 KiB.
    const missing = next - memory.buffer.byteLength
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES))
    return address
  }
  const area = { address: 0, bytes: -1 }
  return {
    reserve,
    workspace: (bytes) => {
      if (bytes > area.bytes) {
        area.address = reserve(bytes)
        area.bytes = bytes
      }
      return area.address
    },
    view: (address, length) => new Float64Array(memory.buffer, address >>> 0, length),
    buffer: () => memory.buffer,
  }
}

type Planes = Omit<StatePlanes, 'failures'>

interface Room {
  /** Address of the times, which are at the start of the room. */
  readonly address: number
  readonly times: Float64Array
  readonly out: number
  /** Bytes from one plane to the next. */
  readonly plane: number
  readonly planes: Planes
}

/**
 * Returns room for times and states. It grows with the largest call, and the next call of the same length reuses it. Screening requests the same
 * few times for thousands of objects, so the views of the last call are reused instead of new ones.
 */
function makeRooms(memory: KernelMemory): (count: number) => Room {
  let [address, capacity] = [0, -1]
  let last: Room | undefined
  return (count) => {
    // The buffer of a memory that has grown is a new one, and old views of it are empty.
    if (last?.planes.x.length === count && last.times.length === count) return last
    if (count > capacity) {
      // Two lanes are written at once, and each of up to three groups may end within a pair.
      capacity = count + (count % 2) + KINDS.length + 1
      address = memory.reserve((PLANES + 1) * capacity * BYTES)
    }
    const plane = capacity * BYTES
    const out = address + plane
    const view = (index: number) => memory.view(out + index * plane, count)
    const planes = { x: view(0), y: view(1), z: view(2), vx: view(3), vy: view(4), vz: view(5) }
    last = { address, times: memory.view(address, count), out, plane, planes }
    return last
  }
}

/**
 * Lets the scalar code decide what the kernel refused. A kernel has no branches for rare cases, because all lanes take the same path. It marks
 * them with NaN, which passes through all later arithmetic, so the two codes cannot disagree on a failure.
 */
function settle(planes: Planes, refused: number, decide: (k: number) => Sgp4State): StatePlanes {
  let failures = 0
  for (let k = 0; refused > 0 && k < planes.x.length; k += 1) {
    if (!Number.isNaN(planes.x[k] ?? Number.NaN)) continue
    const state = decide(k)
    if (!state.ok) {
      failures += 1
      continue
    }
    ;[planes.x[k], planes.y[k], planes.z[k]] = state.r
    ;[planes.vx[k], planes.vy[k], planes.vz[k]] = state.v
  }
  return { ...planes, failures }
}
