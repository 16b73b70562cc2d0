type PassInTime = { readonly startMs: number; readonly peakElevationRad: number }
type Span = { readonly fromMs: number; readonly toMs: number }

/**
 * Returns the value of a pass for a request that names no passes, from 1 to 3: the earlier and higher a pass, the higher its value. The server plans
 * the passes of these requests by this value, and the page proposes passes by it.
 */
export const passValue = ({ startMs, peakElevationRad }: PassInTime, { fromMs, toMs }: Span): number =>
  1 + (1 - (startMs - fromMs) / (toMs - fromMs)) + Math.sin(peakElevationRad)
