import type { Cdm, CdmObject } from './cdm.ts'

/** A combined hard-body radius, m, and what says so. */
export interface HardBodyRadius {
  readonly radiusM: number
  readonly from: string
}

const NUMBER = String.raw`\s*=\s*(\d+(?:\.\d*)?(?:[eE][-+]?\d+)?)\s*(?:\[?m\]?)?\s*$`
const COMBINED = new RegExp(`^HBR${NUMBER}`)
/** Characters that a comment with a radius may have: that of a KVN line, so that no long text is searched for one. */
const LONGEST_COMMENT = 254
/** Nothing smaller is tracked: a smaller number is no radius, and would make every probability nothing. */
const LEAST_RADIUS_M = 0.01
/** Of one object: what 18 SDS writes, and what operators do. */
const OWN = ['Exclusion Volume Radius', 'Operator Hard Body Radius'] as const

/**
 * The combined hard-body radius that a message tells in its comments, as CARA (HBR) and 18 SDS (Exclusion Volume Radius of each
 * object) write it; null where there is none, or only that of one object.
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

/** The radius of one object that a message tells in the comments of that object, m, or null. */
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
