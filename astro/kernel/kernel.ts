import type { Sgp4Model } from '../sgp4/model.ts'
import { propagateSgp4Minutes, type Sgp4State } from '../sgp4/propagate.ts'
import type { Epoch } from '../time/epoch.ts'
import { BLOCK_LANES, blockLength, KINDS, type Kind, type UnpackedObject } from './blocks.ts'
import type { KernelExports, WasmEngine } from './engine.ts'
import { type Home, homesOf, type PackedCatalogue, type PackedGroup, packCatalogue, unpack } from './packed.ts'

const BYTES = Float64Array.BYTES_PER_ELEMENT
/** The unit in which the memory of a WebAssembly module grows. */
const PAGE_BYTES = 65_536
/** x, y, z and their rates, each of all states one after the other. */
const PLANES = 6

/**
 * States as six planes, m and m/s in TEME of date: views into the memory of the kernel, which hold until its next call.
 * Where there is no state, all six are NaN.
 */
export interface StatePlanes {
  readonly x: Float64Array
  readonly y: Float64Array
  readonly z: Float64Array
  readonly vx: Float64Array
  readonly vy: Float64Array
  readonly vz: Float64Array
  /** How many have none. */
  readonly failures: number
}

/** A catalogue in the memory of a kernel. Places are those in the list it was loaded from; minutes count from its origin. */
export interface KernelCatalogue {
  readonly size: number
  /** The states of one object at many times: lanes are times. */
  propagateTimes(place: number, minutes: Float64Array): StatePlanes
  /** The states of all objects at one time, in the order of `order`: lanes are satellites. */
  propagateAll(minutes: number): StatePlanes
  /** The place of each object in the planes of propagateAll: `order[k]` is the place in the list of its k-th state. */
  readonly order: Uint32Array
  /** The state of one object at one time by the scalar code, which names the reason where there is none. */
  stateAt(place: number, minutes: number): Sgp4State
  /** Where the objects lie that the kernel treats alike, in the order of `order`. */
  readonly groups: readonly KernelGroup[]
  /** The kernel and its memory, for what works in it. */
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
 * Loads models into a fresh instance of the kernels (`bytes`, of the build that chooseKernelBuild names). Times are minutes
 * after `origin`, SI. Source: the same theory as propagateSgp4, stage by stage over 64 lanes. Reached: within 1 mm of
 * propagateSgp4 over whole catalogues and all verification vectors (engine/kernel.test.ts). What the kernels refuse (decay,
 * angles beyond 1.5e6 rad, Kepler's equation next to e = 1) the scalar code decides, so that both fail alike.
 */
export async function loadKernelCatalogue(
  { engine, bytes }: { readonly engine: WasmEngine; readonly bytes: Uint8Array<ArrayBuffer> },
  models: readonly Sgp4Model[],
  origin: Epoch,
): Promise<KernelCatalogue> {
  return openCatalogue(await loadKernel({ engine, bytes }), packCatalogue(models, origin))
}

/** A fresh instance of the kernels, for one catalogue. */
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

/** A catalogue that is packed already, in an instance of the kernels that has none yet. */
export function openCatalogue(kernel: KernelExports, packed: PackedCatalogue): KernelCatalogue {
  const { size } = packed
  const memory = makeMemory(kernel)
  const groups = packed.groups.map((group) => loadGroup(memory, group))
  const homes = homesOf(packed)
  const order = Uint32Array.from(groups.flatMap(({ places }) => [...places]))
  // Places are those of the caller's list; the kernel has its objects by kind and height.
  const homeOf = (place: number): Home => {
    const home = homes[place]
    if (home === undefined) throw new RangeError(`there is no object ${place} among ${size}`)
    return home
  }
  // A model is made of its numbers again when the scalar code first needs it, which is rare.
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
      // Times go in and states come out by the kernel's memory: nothing is copied but the times.
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
      // An odd group writes one number too much, which the next group overwrites.
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
 * The memory of a kernel. It may grow with each reservation; views made before are empty then. A module of WebAssembly
 * has one linear memory, which can grow and cannot shrink. When it grows, the host gives a new buffer and detaches the
 * old one: a view that is kept over a reservation has length 0, and reads as nothing.
 */
export interface KernelMemory {
  /** Room for so many bytes, and its address. */
  reserve(bytes: number): number
  view(address: number, length: number): Float64Array
  /** The one area for what comes and goes, with room for so many bytes; whoever asks next has it. */
  workspace(bytes: number): number
  readonly buffer: () => ArrayBuffer
}

/**
 * Hands out the memory of an instance from its start to its end; nothing is given back before the instance is.
 * Addresses are multiples of 64, a line of the cache, so that no row of a block lies in two of them.
 */
function makeMemory({ memory, heapStart }: KernelExports): KernelMemory {
  let next = Math.ceil(heapStart() / 64) * 64
  const reserve = (bytes: number) => {
    const address = next
    next += Math.ceil(bytes / 64) * 64
    // Pages of 64 KiB are WebAssembly's unit of growth.
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
  /** Of the times, which begin the room. */
  readonly address: number
  readonly times: Float64Array
  readonly out: number
  /** Bytes from one plane to the next. */
  readonly plane: number
  readonly planes: Planes
}

/**
 * Room for times and states; it grows with the largest call, and serves the next one of the same length as it is.
 * Screening asks for the same few times for thousands of objects. The views of the last call serve again, so that none
 * are made for each.
 */
function makeRooms(memory: KernelMemory): (count: number) => Room {
  let [address, capacity] = [0, -1]
  let last: Room | undefined
  return (count) => {
    // The buffer of a memory that has grown is another one, and old views of it are empty.
    if (last?.planes.x.length === count && last.times.length === count) return last
    if (count > capacity) {
      // Two lanes are written at once, and up to three groups may each end within a pair.
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
 * Lets the scalar code decide what the kernel refused. A kernel has no branches for rare cases, as all lanes go the same way; it
 * marks them by NaN, which goes through any arithmetic that follows, and the two codes cannot differ in what they call a failure.
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
