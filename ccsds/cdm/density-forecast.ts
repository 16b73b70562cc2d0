import type { Cdm } from './cdm.ts'

/** As CARA writes it in a comment of each object (decorrelation parameters, AAS 18-272). */
const SIGMA = /^DCP Density Forecast Uncertainty\s*=\s*(\d+(?:\.\d*)?(?:[eE][-+]?\d+)?)\s*$/
/** Characters that such a comment may have: that of a KVN line. */
const LONGEST_COMMENT = 254

/** 1σ of the density forecast over the forecast that a message tells for object 1, as a share, or null. */
export function findDensitySigma({ objects: [own] }: Cdm): number | null {
  const blocks = [own.metadata, own.odParameters, own.additional, own.state, own.covariance]
  for (const text of blocks.flatMap((block) => block?.comments ?? [])) {
    if (text.length > LONGEST_COMMENT) continue
    const value = Number(SIGMA.exec(text.trim())?.[1])
    if (value > 0) return value
  }
  return null
}
