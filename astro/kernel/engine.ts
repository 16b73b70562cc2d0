/** The parts of WebAssembly that are used; browsers and Node provide them as the global of that name. */
export interface WasmEngine {
  validate(bytes: Uint8Array<ArrayBuffer>): boolean
  instantiate(
    bytes: Uint8Array<ArrayBuffer>,
    imports: Record<string, never>,
  ): Promise<{ readonly instance: { readonly exports: unknown } }>
}

/** The exports of the compiled kernels (astro/kernel/assembly/sgp4.ts); addresses are bytes in their memory. */
export interface KernelExports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
  heapStart(): number
  /**
   * Writes the states of one lane of a block at `count` times to six planes from `out` on, `plane` bytes apart. Returns the number that the
   * kernel refused: their numbers are NaN, and the scalar code computes them.
   */
  propagateTimes(
    kind: number,
    block: number,
    lane: number,
    minutes: number,
    count: number,
    out: number,
    plane: number,
  ): number
  /** Writes the states of the first `count` lanes of consecutive blocks at one time, in the same form. */
  propagateObjects(kind: number, blocks: number, minutes: number, count: number, out: number, plane: number): number
  // The sweep, in the order of its calls (astro/kernel/assembly/sweep.ts): openSweep and setSweep once, startBatch and the fills for each batch,
  // screenWindow for each window. The …At functions return addresses of arrays in the memory.
  openSweep(base: number, count: number, windows: number, entries: number, probes: number, found: number): number
  setSweep(half: number, threshold: number, shell: number, probesMeet: number, gridMeets: number): void
  kindsAt(): number
  groupsAt(): number
  allowedAt(): number
  rowsAt(): number
  marksAt(): number
  wildAt(): number
  wildCount(): number
  timesAt(): number
  statesAt(): number
  onPathAt(): number
  foundAt(): number
  fillObjects(kind: number, blocks: number, bytes: number, count: number, first: number, windows: number): void
  fillOwn(object: number, windows: number): void
  fillProbe(kind: number, block: number, lane: number, object: number, windows: number): void
  startBatch(): void
  setExtents(isKnown: number): void
  leastAt(): number
  mostAt(): number
  sparedAt(): number
  screenWindow(window: number): number
  listObjects(least: number, most: number, x: number, y: number, z: number, reach: number): number
  listedAt(): number
}

// f64x2.relaxed_madd(a, b, c) is a·b + c with one rounding or two, depending on the host (WebAssembly 3.0, relaxed SIMD). Results of two hosts
// therefore differ by micrometres, within the stated millimetre of the kernels (docs/decisions/018).

/** A module of one function that multiplies and adds: (func (result v128) (f64x2.relaxed_madd …)) of three zeros. */
const PROBE = new Uint8Array([
  // Magic number and version; a type () → v128; one function of it; its body of 17 bytes.
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...[0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b],
  ...[0x03, 0x02, 0x01, 0x00],
  ...[0x0a, 0x13, 0x01, 0x11, 0x00],
  ...[0x41, 0x00, 0xfd, 0x0f, 0x41, 0x00, 0xfd, 0x0f, 0x41, 0x00, 0xfd, 0x0f],
  ...[0xfd, 0x87, 0x02, 0x0b],
])

/** Returns which build of the kernels a host can run; the relaxed one multiplies and adds in one step. */
export function chooseKernelBuild(engine: WasmEngine): 'baseline' | 'relaxed' {
  return engine.validate(PROBE) ? 'relaxed' : 'baseline'
}
