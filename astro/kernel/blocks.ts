import { DEEP_FIELDS, type DeepSpace, NEAR_FIELDS, type NearEarth, type Sgp4Model } from '../sgp4/model.ts'
import { addSeconds, type Epoch, secondsBetween } from '../time/epoch.ts'

/**
 * Objects in a block; each field has a row of this many numbers. A vector instruction processes the same field of two neighbouring objects. With
 * 64 objects a row has 512 bytes, eight lines of the cache, and the intermediate results of a stage of the theory stay in the nearest cache.
 */
export const BLOCK_LANES = 64

/** Kinds of objects that a kernel processes alike: near-Earth orbits with all drag terms, those with low perigees, and deep space. */
export const KINDS = ['swinging', 'even', 'deep'] as const
export type Kind = (typeof KINDS)[number]

/** After NEAR_FIELDS: the square root of the semi-major axis, and the epoch. */
const NEAR_ROWS = NEAR_FIELDS.length + 2
/** The time to which a resonance is integrated, and five numbers of its state; NaN makes the kernel start at the epoch. */
const INTEGRATOR_ROWS = 6

/** Returns the count of numbers in a block of a kind. */
export function blockLength(kind: Kind): number {
  return BLOCK_LANES * (kind === 'deep' ? NEAR_ROWS + DEEP_FIELDS.length + INTEGRATOR_ROWS : NEAR_ROWS)
}

export function kindOf(model: Sgp4Model): Kind {
  if (model.deep !== undefined) return 'deep'
  return model.near.simple === 1 ? 'even' : 'swinging'
}

/**
 * Returns the minutes from `origin` to the epoch of a model, which a kernel subtracts from its times. Each object has its own epoch, while a
 * search has one time for all.
 */
export function epochMinutes(model: Sgp4Model, origin: Epoch): number {
  return secondsBetween(origin, model.epoch) / 60
}

/**
 * Writes a model as one lane of a block in the order of astro/kernel/assembly/columns.ts. Terms that are omitted for low perigees and deep space
 * are 0, so the kernel needs no branch for them.
 */
export function writeLane(
  block: Float64Array,
  lane: number,
  { model, origin }: { model: Sgp4Model; origin: Epoch },
): void {
  let row = 0
  const put = (value: number) => {
    block[row * BLOCK_LANES + lane] = value
    row += 1
  }
  const isSimple = model.near.simple === 1
  for (const field of NEAR_FIELDS) {
    const isLeftOut = isSimple && (field === 'bstarCc5' || field === 'omgcof' || field === 'xmcof')
    put(isLeftOut ? 0 : model.near[field])
  }
  put(Math.sqrt(model.near.semiMajorAxis))
  put(epochMinutes(model, origin))
  if (model.deep === undefined) return
  for (const field of DEEP_FIELDS) put(model.deep[field])
  for (let k = 0; k < INTEGRATOR_ROWS; k += 1) put(Number.NaN)
}

/** The data written by writeLane. */
export interface UnpackedObject {
  readonly model: Sgp4Model
  /** From the origin to the epoch of the model. */
  readonly epochMinutes: number
}

/** Reads one lane of a block of a kind: everything that the scalar code uses of the model. */
export function readLane(
  block: Float64Array,
  lane: number,
  { kind, origin }: { readonly kind: Kind; readonly origin: Epoch },
): UnpackedObject {
  const near = readFields(NEAR_TEMPLATE, NEAR_FIELDS, block.subarray(lane))
  const minutes = block[(NEAR_ROWS - 1) * BLOCK_LANES + lane] ?? Number.NaN
  const epoch = addSeconds(origin, minutes * 60)
  if (kind !== 'deep') return { model: { epoch, near }, epochMinutes: minutes }
  const deep = readFields(DEEP_TEMPLATE, DEEP_FIELDS, block.subarray(NEAR_ROWS * BLOCK_LANES + lane))
  return { model: { epoch, near, deep }, epochMinutes: minutes }
}

// Copying a record that has all its fields is much faster than setting them one by one.
const NEAR_TEMPLATE = Object.fromEntries(NEAR_FIELDS.map((field) => [field, 0.5])) as unknown as NearEarth
const DEEP_TEMPLATE = Object.fromEntries(DEEP_FIELDS.map((field) => [field, 0.5])) as unknown as DeepSpace

function readFields<Field extends string>(
  template: Readonly<Record<Field, number>>,
  fields: readonly Field[],
  lane: Float64Array,
): Readonly<Record<Field, number>> {
  const record: Record<Field, number> = { ...template }
  for (const [row, field] of fields.entries()) record[field] = lane[row * BLOCK_LANES] ?? Number.NaN
  return record
}
