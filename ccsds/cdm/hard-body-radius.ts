import type { Cdm, CdmObject } from './cdm.ts'

/** A combined hard-body radius, m, and its source. */
export interface HardBodyRadius {
  readonly radiusM: number
  readonly from: string
}

const NUMBER = String.raw`\s*=\s*(\d+(?:\.\d*)?(?:[eE][-+]?\d+)?)\s*(?:\[?m\]?)?\s*$`
const COMBINED = new RegExp(`^HBR${NUMBER}`)
/** The maximum length of a comment with a radius, in characters: that of a KVN line, so that no long text is searched. */
const LONGEST_COMMENT = 254
/** Smaller objects are not tracked: a smaller number is not a radius, and would make every probability zero. */
const LEAST_RADIUS_M = 0.01
/** The names of the radius of one object, as 18 SDS and as operators write it. */
const OWN = ['Exclusion Volume Radius', 'Operator Hard Body Radius'] as const

/**
 * Returns the combined hard-body radius in the comments of a message, as CARA (HBR) and 18 SDS (Exclusion Volume Radius of each object) write it;
 * null if there is none, or only the radius of one object.
 */
export function findHardBodyRadius({ header, relative, objects }: Cdm): HardBodyRadius | null {
  const [first, second] = objects
  const all = [...header.comments, ...relative.comments, ...commentsOf(first), ...commentsOf(second)]
  const combined = valueIn(all, COMBINED)
  if (combined !== null) return { radiusM: combined, from: 'HBR' }
  for (const name of OWN) {
    const [one, other] = [ownRadiusM(first, name), ownRadiusM(second, name)]
    if (one !== null && other !== null) return { radiusM: one + other, from: name }
  }
  return null
}

/** Returns the radius of one object in the comments of that object, m, or null. */
export function findOwnRadiusM(object: CdmObject): number | null {
  return OWN.map((name) => ownRadiusM(object, name)).find((radiusM) => radiusM !== null) ?? null
}

function ownRadiusM(object: CdmObject, name: (typeof OWN)[number]): number | null {
  return valueIn(commentsOf(object), new RegExp(`^${name}${NUMBER}`, 'i'))
}

function commentsOf({ metadata, odParameters, additional, state, covariance }: CdmObject): string[] {
  const blocks = [metadata, odParameters, additional, state, covariance]
  return blocks.flatMap((block) => block?.comments ?? [])
}

function valueIn(comments: readonly string[], pattern: RegExp): number | null {
  const values = comments.map((text) =>
    Number(text.length > LONGEST_COMMENT ? Number.NaN : (pattern.exec(text.trim())?.[1] ?? Number.NaN)),
  )
  return values.find((value) => value >= LEAST_RADIUS_M) ?? null
}
